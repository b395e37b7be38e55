// What the bench starts beside itself.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

export const secondsSince = (started) => (performance.now() - started) / 1_000;

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** `npm start`, as a person calls it. @returns seconds until it tells its address, and how to stop it */
export async function startProduct(env) {
  const started = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own: npm does not hand a signal on to what it has started.
    detached: true,
  });
  const ended = once(child, 'exit');
  for await (const part of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    if (part.includes('Registration  ')) break;
  }
  child.stdout.resume();
  const seconds = secondsSince(started);
  return {
    seconds,
    async stop() {
      process.kill(-child.pid, 'SIGTERM');
      await ended;
    },
  };
}

/** Runs a program to its end. */
export async function run(file, env) {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${file} ended with ${String(code)}`);
  return { stdout };
}
