import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageFolder } from '../subject/files/package-folder.ts'
import { createFreshFolder } from '../testing/fresh-folder.ts'
import { runProgram } from '../testing/run-program.ts'

const program = (name: string) => join(packageFolder(), 'bin', name)

test.for([
  ['conformance.js', '18.20.4'],
  ['conformance.js', '20.18.3'],
  ['reference-server.js', '16.0.0'],
])('%s on Node %s ends with 5 and names the version it needs', async ([name, version], context) => {
  // Simulates an old Node: only the version number is read.
  const cwd = createFreshFolder(context, {
    'old.cjs': `Object.defineProperty(process.versions, 'node', { value: '${version}' })`,
  })
  const ended = await runProgram(process.execPath, ['--require', './old.cjs', program(name!), 'list'], {
    cwd,
  })
  expect(ended).toEqual({
    exitCode: 5,
    stdout: '',
    stderr: `${name!.replace('.js', '')}: needs Node 20.19.0 or newer; this is Node ${version}.\n`,
  })
})

test.for(['20.19.0', '22.0.0', '100.1.0'])('Node %s is new enough', async (version, context) => {
  const cwd = createFreshFolder(context, {
    'new.cjs': `Object.defineProperty(process.versions, 'node', { value: '${version}' })`,
  })
  const args = ['--require', './new.cjs', program('conformance.js'), '--version']
  expect(await runProgram(process.execPath, args, { cwd })).toMatchObject({ exitCode: 0, stderr: '' })
})

test.for([
  ['a package is missing', "import 'no-such-package-here'", 'no-such-package-here'],
  ['it does not parse', 'const =', 'SyntaxError'],
  ['it fails on loading', "throw new Error('half an update')", 'half an update'],
  ['it fails later on', "setTimeout(() => { throw new Error('from a timer') })", 'from a timer'],
  ['a promise is forgotten', "void Promise.reject(new Error('forgotten'))", 'forgotten'],
])('a suite that can not run is at fault itself, exit code 5: %s', async ([, main, says], context) => {
  const cwd = createFreshFolder(context)
  cpSync(join(packageFolder(), 'bin'), join(cwd, 'bin'), { recursive: true })
  cpSync(join(packageFolder(), 'package.json'), join(cwd, 'package.json'))
  mkdirSync(join(cwd, 'dist/suites'), { recursive: true })
  writeFileSync(join(cwd, 'dist/suites/main.js'), main!)
  const ended = await runProgram(process.execPath, ['bin/conformance.js', 'list'], { cwd })
  expect(ended.exitCode).toBe(5)
  expect(ended.stderr).toContain(says)
  expect(ended.stderr).toMatch(/^conformance (can not be loaded; install it again|itself is at fault)/)
})
