import { Worker } from 'node:worker_threads'

/** Keeps this many processor cores busy until it is stopped. */
export function startCpuLoad(cores: number): { stop(): Promise<void> } {
  const busy = Array.from({ length: cores }, () => new Worker('for (;;);', { eval: true }))
  return {
    async stop() {
      await Promise.all(busy.map((worker) => worker.terminate()))
    },
  }
}
