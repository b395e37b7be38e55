import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

/** A mail server that takes every letter and throws it away. @returns its port, and when so many have come */
export async function startSink() {
  let count = 0;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      stream.resume();
      stream.on('end', () => {
        count += 1;
        server.emit('letter');
        done(null, 'accepted');
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: server.server.address().port,
    async taken(wanted) {
      const before = count;
      while (count - before < wanted) await once(server, 'letter');
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
