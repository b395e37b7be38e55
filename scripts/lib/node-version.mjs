// Imported first by every command, before syntax that an old Node can't parse.
const OLDEST = [20, 19];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  console.error(
    `This needs Node ${OLDEST.join('.')} or later; this is Node ${process.versions.node}. Node 24 is on https://nodejs.org.`,
  );
  process.exit(1);
}
