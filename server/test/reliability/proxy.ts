import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { type Proxy, startStandIn } from './proxy-stand-in.js';
import { call } from './http-call.js';
import { findOrInstall } from '../system-package.js';
import { until } from './waiting.js';

/** The configuration that operators use. */
const PRODUCTS = join(__dirname, '../../../deploy/two-servers/nginx.conf');

const WITH_TEST = join(__dirname, 'with-test.mjs');

/** The product's configuration with our names, ports and folders. */
async function configuration(
  folder: string,
  port: number,
  upstreams: readonly number[],
): Promise<string> {
  const text = await readFile(PRODUCTS, 'utf8');
  const [server = ''] = /^ *server server-1:3000[^;]*;$/m.exec(text) ?? [];
  const servers = upstreams.map((one) =>
    server.replace('server-1:3000', `127.0.0.1:${String(one)}`),
  );
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (part) => `  ${part}_temp_path ${folder}/${part};`,
  );
  const changes: [RegExp, (found: string) => string][] = [
    [/^( *server server-\d:3000[^;]*;\n)+/m, () => `${servers.join('\n')}\n`],
    [/^pid .*;$/m, () => `pid ${folder}/nginx.pid;`],
    [/^error_log .*;$/m, () => 'error_log stderr error;'],
    [/^ *include .*mime.types;$/m, () => folders.join('\n')],
    [/^ *access_log .*;$/m, () => '  access_log off;'],
    [/listen 8080 default_server;/, () => `listen 127.0.0.1:${String(port)} backlog=4096;`],
  ];
  return changes.reduce((changed, [pattern, replacement]) => {
    if (!pattern.test(changed)) throw new Error(`nginx.conf has no ${String(pattern)}`);
    return changed.replace(pattern, (found) => replacement(found));
  }, text);
}

/**
 * The system's nginx; root on Debian installs it. `null`: it is neither installed nor installable.
 */
function findNginx(): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return findOrInstall(
    'nginx-light',
    () => folders.map((folder) => join(folder, 'nginx')).find((path) => existsSync(path)) ?? null,
  );
}

/**
 * Starts nginx in front of the servers, which must be listening, or, without nginx, our own stand-in, which is named
 * in the table.
 */
export async function startProxy(port: number, upstreams: readonly number[]): Promise<Proxy> {
  const nginx = findNginx();
  if (nginx === null) return startStandIn(port, upstreams);

  const folder = await mkdtemp(join(tmpdir(), 'kidlab-nginx-'));
  // As root, its workers run as another user.
  await chmod(folder, 0o755);
  const file = join(folder, 'nginx.conf');
  await writeFile(file, await configuration(folder, port, upstreams));
  const options = ['-p', folder, '-c', file, '-e', 'stderr', '-g', 'daemon off;'];
  const child = spawn(process.execPath, [WITH_TEST, nginx, ...options], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (part: Buffer) => {
    output += part.toString();
  });
  const origin = `http://127.0.0.1:${String(port)}`;
  await until('the start of nginx', async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${output}`);
    return (await call(`${origin}/health/live`)).status !== 0;
  });
  return {
    name: 'nginx',
    origin,
    stop: async () => {
      await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.stdin?.end();
  await exit;
}
