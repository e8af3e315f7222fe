// Written so that an old Node can read it: it says which one is needed before anything else is loaded.
const { engines } = require('../package.json')

/**
 * Ends with 5, the suite's own fault, where this Node is older than package.json asks for. From then on SIGUSR1 does nothing:
 * by itself Node would open an inspector, through which anyone who reaches its port runs code and reads secrets.
 */
module.exports = function checkNode(program) {
  process.on('SIGUSR1', function () {})
  const needed = engines.node.replace('>=', '')
  const parts = (version) => version.split('.').map((part) => parseInt(part, 10))
  const [major, minor, patch] = parts(process.versions.node)
  const [leastMajor, leastMinor, leastPatch] = parts(needed)
  const isOld = major - leastMajor || minor - leastMinor || patch - leastPatch
  if (isOld >= 0) return
  console.error(program + ': needs Node ' + needed + ' or newer; this is Node ' + process.versions.node + '.')
  process.exit(5)
}
