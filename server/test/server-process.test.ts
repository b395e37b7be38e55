import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { expect, test } from 'vitest';

import { SERVER } from './server-process.js';

test('a server ends with the process that started it, even when that is killed', async () => {
  const [preload, path] = SERVER;
  const args = [preload, path, '-e', 'setInterval(() => {}, 1000); console.log("there")'];
  const start = `require('child_process').spawn(process.execPath, ${JSON.stringify(args)}, { stdio: ['pipe', 'inherit', 'inherit'] })`;
  const parent = spawn(process.execPath, ['-e', start]);
  await once(parent.stdout, 'data');

  parent.kill('SIGKILL');

  // The server holds this end of the pipe, too.
  await once(parent.stdout, 'end');
  expect(parent.signalCode).toBe('SIGKILL');
});
