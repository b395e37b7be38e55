import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { freePort } from '../server-process.js';
import { type Proxy, startStandIn } from './proxy-stand-in.js';
import { call } from './http-call.js';
import { until } from './waiting.js';

/**
 * nginx as a small lab would set it up. All public calls may be sent twice, so what a stopping server left unanswered goes
 * to another one (`non_idempotent`); staff calls may not. No server is ever put aside for a while (`max_fails=0`): one that
 * is down refuses at once, and with all put aside a lab that has just started would answer 502.
 */
function configuration(folder: string, port: number, upstreams: readonly number[]): string {
  const servers = upstreams
    .map((upstream) => `server 127.0.0.1:${String(upstream)} max_fails=0;`)
    .join('\n    ');
  return `
pid ${folder}/nginx.pid;
error_log stderr error;
worker_processes 1;
events { worker_connections 4096; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((part) => `${part}_temp_path ${folder}/${part};`).join('\n  ')}
  client_max_body_size 64k;
  upstream kidlab {
    ${servers}
  }
  server {
    listen 127.0.0.1:${String(port)} backlog=4096;
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_connect_timeout 5s;
    proxy_read_timeout 90s;
    proxy_next_upstream error;
    location / {
      proxy_pass http://kidlab;
      proxy_next_upstream error non_idempotent;
    }
    location /kidlab-reg/admin/ {
      proxy_pass http://kidlab;
    }
  }
}
`;
}

/** The nginx of the system; for root on Debian it is installed where it is missing. `null`: there is none to be had. */
function findNginx(): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  const find = (): string | null =>
    folders.map((folder) => join(folder, 'nginx')).find((path) => existsSync(path)) ?? null;
  const found = find();
  if (found !== null || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found;
  // Without its service: policy-rc.d is what Debian asks before a package starts one.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  spawnSync('apt-get', ['update', '-q'], { env });
  spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'nginx-light'], { env });
  return find();
}

/** Starts nginx in front of the servers, or, where that can't be had, a stand-in of our own that says so in the table. */
export async function startProxy(upstreams: readonly number[]): Promise<Proxy> {
  const port = await freePort();
  const nginx = findNginx();
  if (nginx === null) return startStandIn(port, upstreams);

  const folder = await mkdtemp(join(tmpdir(), 'kidlab-nginx-'));
  // Its workers are another user's when we are root.
  await chmod(folder, 0o755);
  const file = join(folder, 'nginx.conf');
  await writeFile(file, configuration(folder, port, upstreams));
  const child = spawn(nginx, ['-p', folder, '-c', file, '-e', 'stderr', '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
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
  child.kill('SIGTERM');
  await exit;
}
