import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { ROOT } from './checkout.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const running = new Set();

/** Children always get SIGINT: Playwright stops its servers only for that signal. */
function passOn() {
  for (const child of running) child.kill('SIGINT');
}

/**
 * Runs a program and waits until it ends.
 * @param options `quiet` keeps its output instead of showing it; `cwd`, `env` (added to ours), `timeoutMs`,
 * `priority` as in `os.setPriority`
 * @returns `code` (128 + number of the signal when it was killed, 127 when it could not be started), `output` when
 * quiet
 */
export function run(
  program,
  args,
  { cwd = ROOT, env = {}, quiet = false, timeoutMs = 0, priority } = {},
) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      timeout: timeoutMs,
      // On Windows, npm is a script.
      shell: process.platform === 'win32' && program === 'npm',
    });
    if (running.size === 0) for (const signal of SIGNALS) process.on(signal, passOn);
    running.add(child);
    if (priority !== undefined && child.pid !== undefined) setPriority(child.pid, priority);
    const finish = (code) => {
      running.delete(child);
      if (running.size === 0) for (const signal of SIGNALS) process.off(signal, passOn);
      resolve({ code, output });
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.on('error', (error) => {
      output += error.message;
      finish(127);
    });
    child.on('close', (code, signal) => {
      finish(code ?? 128 + constants.signals[signal]);
    });
  });
}

export function runNode(script, args = [], options = {}) {
  return run(process.execPath, [script, ...args], options);
}
