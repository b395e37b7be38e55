// node with-test.mjs PROGRAM ARGUMENTS: runs a program that knows nothing of tests. It ends by SIGTERM when our
// standard input does, whose other end the test's process holds.
import { spawn } from 'node:child_process';

const [program, ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
child.once('exit', (code) => process.exit(code ?? 1));
process.stdin.once('end', () => child.kill('SIGTERM')).resume();
