import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

import { afterEach, describe, expect, it } from 'vitest';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

import { type OutgoingMail, PermanentMailError, TemporaryMailError } from '../mail-transport.js';
import { type SmtpTimeouts, SmtpTransport } from './smtp-transport.js';

const SHORT: SmtpTimeouts = { connectionMs: 300, greetingMs: 300, socketMs: 700, deadlineMs: 1500 };
const LONG: SmtpTimeouts = { connectionMs: 9e3, greetingMs: 9e3, socketMs: 9e3, deadlineMs: 18e3 };

function aMail(overrides: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    messageId: '<1b4e28ba-2fa1-41d2-883f-0016d3cca427@example.org>',
    date: new Date('2026-11-20T18:00:00Z'),
    from: 'Kid Lab <kidlab@example.org>',
    to: 'jane.doe@example.org',
    replyTo: 'help@example.org',
    subject: 'Please confirm – Kid Lab',
    text: 'Hello Zoë,\n\nhttps://kidlab.example.org/x?guid=abc\n',
    html: '<p>Hello Zoë</p>',
    ...overrides,
  };
}

/** The step of the conversation at which a scripted server deviates. */
type Step = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'content';
/** A response line, or `silence`, `hang up`, `trickle`: sends parts of a response that never ends. */
type Behaviour = string;

const USUAL: Record<Step, string> = {
  greeting: '220 ready',
  EHLO: '250 hello',
  MAIL: '250 sender ok',
  RCPT: '250 recipient ok',
  DATA: '354 go on',
  content: '250 queued as 42',
};

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

function act(socket: Socket, behaviour: Behaviour): void {
  if (behaviour === 'silence') return;
  if (behaviour === 'hang up') socket.destroy();
  else if (behaviour === 'trickle') {
    const timer = setInterval(() => socket.write('250-wait\r\n'), 50);
    socket.on('close', () => {
      clearInterval(timer);
    });
  } else socket.write(`${behaviour}\r\n`);
}

/** A server that follows a script; `contents` has the received mails. */
async function aServer(
  script: Partial<Record<Step, Behaviour>>,
): Promise<{ url: string; contents: string[] }> {
  const contents: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let received = '';
    let inContent = false;
    const play = (step: Step): void => {
      act(socket, script[step] ?? USUAL[step]);
    };
    play('greeting');
    socket.on('data', (chunk) => {
      received += chunk.toString();
      for (;;) {
        const end = received.indexOf(inContent ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const part = received.slice(0, end);
        received = received.slice(end + (inContent ? 5 : 2));
        if (inContent) {
          inContent = false;
          contents.push(part);
          play('content');
          continue;
        }
        const command = part.slice(0, 4).toUpperCase();
        if (command === 'DATA') inContent = (script.DATA ?? USUAL.DATA).startsWith('354');
        if (command in USUAL) play(command as Step);
        else socket.write('250 ok\r\n');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${String(port)}`, contents };
}

function transportTo(url: string, timeouts: SmtpTimeouts = LONG): SmtpTransport {
  const transport = new SmtpTransport(url, timeouts);
  cleanUps.push(() => {
    transport.close();
  });
  return transport;
}

async function faultOf(sending: Promise<unknown>): Promise<unknown> {
  return sending.then(
    () => {
      throw new Error('it was accepted');
    },
    (fault: unknown) => fault,
  );
}

describe('an accepted mail', () => {
  it('keeps its Message-ID, has one recipient and both parts, and is marked as auto-generated', async () => {
    const server = await aServer({});
    const { answer } = await transportTo(server.url).send(aMail());
    expect(answer).toBe('250 queued as 42');
    const mail = await simpleParser(server.contents[0] ?? '');
    expect(mail.messageId).toBe(aMail().messageId);
    expect(mail.date).toEqual(aMail().date);
    expect(mail.subject).toBe(aMail().subject);
    expect(mail.text).toBe(aMail().text);
    expect(String(mail.html).trim()).toBe(aMail().html);
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect([mail.to ?? []].flat().flatMap((list) => list.value)).toEqual([
      { address: 'jane.doe@example.org', name: '' },
    ]);
    expect(mail.cc ?? mail.bcc).toBeUndefined();
  });

  it('is sent to the exact address, whatever its characters', async () => {
    const recipients: string[] = [];
    const server = await anSmtpServer({ recipients });
    const strange = "!#$%&'*+-/=?^_`{|}~@example.org";
    await transportTo(server).send(aMail({ to: strange }));
    expect(recipients).toEqual([strange]);
  });

  it('shares a pool of ten connections with others', async () => {
    const open = { now: 0, most: 0 };
    const recipients: string[] = [];
    const server = await anSmtpServer({ recipients, open });
    const transport = transportTo(server);
    await Promise.all(Array.from({ length: 250 }, () => transport.send(aMail())));
    expect(recipients).toHaveLength(250);
    expect(open.most).toBeLessThanOrEqual(10);
  });
});

describe('a refused mail', () => {
  it.each<[Step, string]>([
    ['MAIL', '550 5.1.8 sender refused'],
    ['RCPT', '550 5.1.1 no such user'],
    ['DATA', '554 5.5.0 no'],
    ['content', '554 5.7.1 spam'],
  ])('fails permanently with a 5xx to %s', async (step, answer) => {
    const { url } = await aServer({ [step]: answer });
    const fault = await faultOf(transportTo(url).send(aMail()));
    expect(fault).toBeInstanceOf(PermanentMailError);
    expect(fault).toMatchObject({ answer });
  });

  it.each<[Step, string, boolean]>([
    ['RCPT', '550 5.1.1 no such user', true],
    ['RCPT', '550 5.2.1 mailbox disabled', true],
    ['RCPT', '550 no such user', true],
    ['RCPT', '552 5.2.2 mailbox full', false],
    ['RCPT', '550 5.7.1 relaying denied', false],
    ['RCPT', '550 relay not permitted', false],
    ['RCPT', '550 5.1.0 sender address rejected', false],
    ['RCPT', '550 5.1.7 sender syntax', false],
    ['RCPT', '550 5.1.8 sender address rejected: domain not found', false],
    ['RCPT', '556 5.1.10 recipient takes no mail', true],
    ['RCPT', '554 your network is blocked', false],
    ['MAIL', '550 5.1.8 sender refused', false],
    ['content', '550 5.1.1 no', false],
  ])('at %s with "%s" is the fault of the address: %s', async (step, answer, isOfAddress) => {
    const { url } = await aServer({ [step]: answer });
    const fault = await faultOf(transportTo(url).send(aMail()));
    expect(fault).toMatchObject({ isOfAddress });
  });

  it.each<[Step, string]>([
    ['MAIL', '451 4.3.0 later'],
    ['RCPT', '450 4.2.0 greylisted'],
    ['DATA', '451 4.3.0 later'],
    ['content', '452 4.3.1 full'],
    ['content', '421 4.3.2 going down'],
    ['MAIL', '530 5.7.0 authentication required'],
    ['MAIL', '503 bad sequence'],
  ])('can be retried after %s: %s', async (step, answer) => {
    const { url } = await aServer({ [step]: answer });
    const fault = await faultOf(transportTo(url).send(aMail()));
    expect(fault).toBeInstanceOf(TemporaryMailError);
    expect(fault).toMatchObject({ answer, unreachable: false });
  });

  it('leaves the connection usable for the next one', async () => {
    const script: Partial<Record<Step, Behaviour>> = { RCPT: '550 5.1.1 no such user' };
    const { url } = await aServer(script);
    const transport = transportTo(url);
    await faultOf(transport.send(aMail()));
    delete script.RCPT;
    expect(await transport.send(aMail())).toEqual({ answer: '250 queued as 42' });
  });

  it('is reported without addresses', async () => {
    const { url } = await aServer({ RCPT: '550 5.1.1 <jane.doe@example.org>: jane.doe unknown' });
    const fault = await faultOf(transportTo(url).send(aMail()));
    expect(fault).toMatchObject({ answer: '550 5.1.1 <***>: *** unknown' });
  });
});

describe('a failing server', () => {
  it('is unreachable if it refuses connections', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const fault = await faultOf(transportTo(`smtp://127.0.0.1:${String(port)}`).send(aMail()));
    expect(fault).toBeInstanceOf(TemporaryMailError);
    expect(fault).toMatchObject({ unreachable: true });
  });

  it('is unreachable if its name does not resolve', async () => {
    const fault = await faultOf(transportTo('smtp://mail.invalid:25').send(aMail()));
    expect(fault).toBeInstanceOf(TemporaryMailError);
    expect(fault).toMatchObject({ unreachable: true });
  });

  it.each<[string, Partial<Record<Step, Behaviour>>, boolean]>([
    ['never greets', { greeting: 'silence' }, true],
    ['refuses every client', { greeting: '554 5.7.1 go away' }, false],
    ['hangs up immediately', { greeting: 'hang up' }, false],
    ['is silent after the recipient', { RCPT: 'silence' }, false],
    ['accepts the mail and is silent', { content: 'silence' }, false],
    ['accepts the mail and hangs up', { content: 'hang up' }, false],
    ['never completes its response', { content: 'trickle' }, false],
  ])('allows a retry if it %s', async (_, script, unreachable) => {
    const { url } = await aServer(script);
    const fault = await faultOf(transportTo(url, SHORT).send(aMail()));
    expect(fault).toBeInstanceOf(TemporaryMailError);
    expect(fault).toMatchObject({ unreachable });
  });

  it('allows a retry if it refuses our password', async () => {
    const url = await anSmtpServer({ password: 'right: p@ss' });
    const wrong = new URL(url);
    wrong.username = 'kidlab';
    wrong.password = encodeURIComponent('wrong');
    const fault = await faultOf(transportTo(wrong.href).send(aMail()));
    expect(fault).toBeInstanceOf(TemporaryMailError);
    expect(JSON.stringify(fault)).not.toContain('wrong');

    const right = new URL(url);
    right.username = 'kidlab';
    right.password = encodeURIComponent('right: p@ss');
    await expect(transportTo(right.href).send(aMail())).resolves.toHaveProperty('answer');
  });

  it('gets nothing in plain text if its certificate is untrusted', async () => {
    const recipients: string[] = [];
    const url = await anSmtpServer({ recipients, encryption: true });
    const fault = await faultOf(transportTo(url).send(aMail()));
    expect(fault).toBeInstanceOf(TemporaryMailError);
    expect(recipients).toEqual([]);
  });
});

describe('closing', () => {
  it('aborts mails in delivery, and accepts no more', async () => {
    const { url, contents } = await aServer({ content: 'silence' });
    const transport = transportTo(url);
    const inFlight = faultOf(transport.send(aMail()));
    while (contents.length === 0) await new Promise(setImmediate);
    transport.close();
    expect(await inFlight).toBeInstanceOf(TemporaryMailError);
    expect(await faultOf(transport.send(aMail()))).toBeInstanceOf(TemporaryMailError);
  });
});

interface RealServer {
  recipients?: string[];
  open?: { now: number; most: number };
  password?: string;
  encryption?: boolean;
}

/** A complete SMTP server. @returns its URL. */
async function anSmtpServer(options: RealServer): Promise<string> {
  const { recipients = [], open = { now: 0, most: 0 }, password, encryption = false } = options;
  const server = new SMTPServer({
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disabledCommands: encryption ? [] : ['STARTTLS'],
    logger: false,
    onAuth: (auth, _session, done) => {
      if (auth.password === password) done(null, { user: auth.username });
      else done(new Error('Invalid username or password'));
    },
    onConnect: (_session, done) => {
      open.now += 1;
      open.most = Math.max(open.most, open.now);
      done();
    },
    onClose: () => {
      open.now -= 1;
    },
    onData: (stream, session, done) => {
      recipients.push(...session.envelope.rcptTo.map(({ address }) => address));
      stream.resume();
      stream.on('end', () => {
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  cleanUps.push(() => {
    server.close();
  });
  return `smtp://127.0.0.1:${String((server.server.address() as AddressInfo).port)}`;
}
