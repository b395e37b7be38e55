// node with-test.mjs PROGRAM ARGUMENTS: runs a program and stops it with SIGTERM when our standard input closes. The
// test process holds the other end of it.
import { spawn } from 'node:child_process';

const [program, ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
child.once('exit', (code) => process.exit(code ?? 1));
process.stdin.once('end', () => child.kill('SIGTERM')).resume();
