import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { performance } from 'node:perf_hooks';

/** Starts a program of ours. @returns when it has printed `sign`: how long that took, and how to stop it */
export async function startProgram(file, { env = {}, sign, args = [] }) {
  const started = performance.now();
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [...args, path], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ready = new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part) => {
        output = (output + part.toString()).slice(-4_000);
        if (output.includes(sign)) resolve();
      });
    }
    child.once('exit', () => reject(new Error(`${file} has ended: ${output}`)));
  });
  await ready;
  return {
    ms: performance.now() - started,
    /** @returns what `pattern` found in its output, once it is there */
    async printed(pattern) {
      for (;;) {
        const match = pattern.exec(output);
        if (match !== null) return match;
        await once(child.stdout, 'data');
      }
    },
    memoryMb: () => memoryOf(child.pid),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}

/** Memory in use and its peak, in MB, where the system tells (Linux). */
async function memoryOf(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const of = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? NaN) / 1_024;
  return { now: of('VmRSS'), peak: of('VmHWM') };
}
