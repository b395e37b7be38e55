// npm run dev: the server, recompiled and restarted on each change, and the two Vite servers. Ctrl-C ends all of them.
import './lib/node-version.mjs';
import { existsSync } from 'node:fs';
import { ensureBuilt } from './lib/build.mjs';
import { Fault, inRoot, main, programOf, ROOT } from './lib/checkout.mjs';
import { endWithNpm } from './lib/orphan.mjs';
import { runNode } from './lib/run.mjs';

await main(async () => {
  endWithNpm();
  await ensureBuilt({ only: ['server'] });
  if (existsSync('.env')) process.loadEnvFile('.env');
  // The Vite servers proxy calls to this address.
  process.env.SERVER_URL ??= `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      isStopping = true;
    });
  }
  const start = async (name, program, args, cwd = ROOT) => {
    await runNode(program, args, { cwd });
    if (isStopping) return;
    // `run` passes the signal on to the others.
    process.kill(process.pid, 'SIGTERM');
    throw new Fault(`${name} ended, so the others were stopped as well.`);
  };
  const compiler = ['-b', 'contract', 'server', '--watch', '--preserveWatchOutput'];
  const vite = [programOf('vite'), ['--clearScreen', 'false']];
  const ended = await Promise.allSettled([
    start('compiler', programOf('typescript-7', 'tsc'), compiler),
    start('server', '--watch', ['--watch-preserve-output', inRoot('server/dist/main.js')]),
    start('public-site', ...vite, inRoot('public-site')),
    start('admin', ...vite, inRoot('admin')),
  ]);
  for (const { reason } of ended) if (reason !== undefined) throw reason;
});
