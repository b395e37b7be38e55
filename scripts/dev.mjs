// npm run dev: the server, compiled and restarted on each change, and the two Vite servers. One Ctrl-C ends them all.
import './lib/node-version.mjs';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { ensureBuilt } from './lib/build.mjs';
import { Fault, inRoot, main, programOf, readJson, ROOT, say } from './lib/checkout.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { endWithNpm } from './lib/orphan.mjs';

/** How long a process may take to end before it is killed, in milliseconds: the server finishes what is under way. */
const PATIENCE_MS = 15_000;

const hasDevServer = (name) => readJson(inRoot(name, 'package.json'))?.scripts?.dev !== undefined;

function programs() {
  const tsc = programOf('typescript-7', 'tsc');
  const vite = programOf('vite');
  return [
    {
      name: 'compiler',
      args: [tsc, '-b', 'contract', 'server', '--watch', '--preserveWatchOutput'],
    },
    {
      name: 'server',
      args: ['--watch', '--watch-preserve-output', inRoot('server/dist/main.js')],
    },
    ...['public-site', 'admin']
      .filter(hasDevServer)
      .map((name) => ({ name, args: [vite], cwd: inRoot(name) })),
  ];
}

function start({ name, args, cwd = ROOT }, width) {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      say(`${name.padEnd(width)} | ${line}`);
    });
  }
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  return { name, child, ended };
}

await main(async () => {
  endWithNpm();
  process.chdir(ROOT);
  await ensureInstalled();
  await ensureBuilt({ only: ['server'] });

  if (existsSync('.env')) process.loadEnvFile('.env');
  // Where the Vite servers send calls to.
  process.env.SERVER_URL ??= `http://127.0.0.1:${process.env.PORT ?? '3000'}`;
  const wanted = programs();
  const width = Math.max(...wanted.map(({ name }) => name.length));
  const signalled = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve(null));
  });
  const running = wanted.map((program) => start(program, width));
  const first = await Promise.race([
    signalled,
    ...running.map(({ name, ended }) => ended.then(() => name)),
  ]);

  // Ctrl-C reaches them as well; a second request to end is no harm.
  for (const { child } of running) child.kill('SIGTERM');
  const killer = setTimeout(() => {
    for (const { child } of running) child.kill('SIGKILL');
  }, PATIENCE_MS);
  await Promise.all(running.map(({ ended }) => ended));
  clearTimeout(killer);
  if (first !== null) throw new Fault(`${first} ended, and so the others were ended as well.`);
});
