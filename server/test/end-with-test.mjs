// Loaded by `--import` into a server that a test starts. The test's process holds the other end of its standard
// input: when that process ends, however it ends, the server stops as by a signal. Otherwise a killed test run leaves
// it behind.
process.stdin.once('end', () => process.kill(process.pid, 'SIGTERM'));
process.stdin.resume();
process.stdin.unref?.();
