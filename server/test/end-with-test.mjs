// Loaded with `--import` into a server that a test starts. The process of the test holds the other end of standard
// input. When it ends for any reason, the server gets SIGTERM. Otherwise, a killed test run would leave it running.
process.stdin.once('end', () => process.kill(process.pid, 'SIGTERM'));
process.stdin.resume();
process.stdin.unref?.();
