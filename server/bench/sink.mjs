// Takes every mail and throws it away. Prints how many came whenever a number that was asked for is reached.
import { performance } from 'node:perf_hooks';
import { SMTPServer } from 'smtp-server';

let count = 0;
let first = 0;
const WANTED = Number(process.env.WANTED);
const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, _session, done) {
    stream.resume();
    stream.on('end', () => {
      count += 1;
      if (count === 1) first = performance.now();
      if (count === WANTED) console.log(`took ${performance.now() - first} ms`);
      done(null, 'accepted');
    });
  },
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'));
process.once('SIGTERM', () => process.exit(0));
