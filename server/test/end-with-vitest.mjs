// Loaded into each worker. Ends it when Vitest is killed; otherwise it would continue with its tests and keep the
// servers that it has started.
const endWithVitest = () => process.exit(1);

if (!process.listeners('disconnect').some(({ name }) => name === endWithVitest.name)) {
  process.once('disconnect', endWithVitest);
}
