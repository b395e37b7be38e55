import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { SERVER } from './server-process.js';

const RUNS = 'setInterval(() => {}, 1000); console.log("there");';

/** Kills a process that has started `program`. Resolves when both have ended: they hold the same pipe open. */
async function killStarterOf(program: string, args: readonly string[]): Promise<void> {
  const start = `require('child_process').spawn(${JSON.stringify(program)}, ${JSON.stringify(args)}, { stdio: ['pipe', 'inherit', 'inherit', 'ipc'] })`;
  const starter = spawn(process.execPath, ['-e', start], {
    env: { ...process.env, npm_lifecycle_event: 'test' },
  });
  await once(starter.stdout, 'data');
  const ends = Promise.all([once(starter, 'exit'), once(starter.stdout, 'end')]);
  starter.kill('SIGKILL');
  await ends;
  expect(starter.signalCode).toBe('SIGKILL');
}

test('a worker ends with Vitest', async () => {
  const preload = fileURLToPath(new URL('end-with-vitest.mjs', import.meta.url));
  await killStarterOf(process.execPath, ['--import', preload, '-e', RUNS]);
});

test('a server ends with the test run that started it', async () => {
  const [preload = '', path = ''] = SERVER;
  await killStarterOf(process.execPath, [preload, path, '-e', RUNS]);
});

// Elsewhere, a shell replaces itself with its last command.
if (process.platform === 'linux') {
  test('a command ends with npm, which runs it in a shell', async () => {
    const { href } = new URL('../../scripts/lib/orphan.mjs', import.meta.url);
    const script = `import { endWithNpm } from '${href}'; endWithNpm(); ${RUNS}`;
    // `true` keeps the shell alive: otherwise it may replace itself with the program.
    const inShell = '"$0" --input-type=module -e "$1"; true';
    await killStarterOf('sh', ['-c', inShell, process.execPath, script]);
  });
}
