import { Readable, Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';

import { describe, expect, test } from '@jest/globals';

import { EXPORT, ExportSlotsService } from './export-slots.service.js';
import { sendWhileRead } from './export-stream.js';

/** A client that takes a piece whenever it is told to. */
class Client extends Writable {
  socket = { bytesWritten: 0 };
  private take: (() => void) | null = null;

  constructor() {
    super({ highWaterMark: 1 });
  }

  override _write(piece: Buffer, _encoding: string, done: () => void): void {
    this.take = (): void => {
      this.socket.bytesWritten += piece.length;
      done();
    };
  }

  read(): void {
    this.take?.();
  }
}

function endless(): Readable {
  return Readable.from(
    (function* () {
      for (;;) yield 'row';
    })(),
  );
}

describe('an export', () => {
  test('ends when its client takes nothing', async () => {
    const sent = sendWhileRead(endless(), new Client(), () => turn());

    await expect(sent).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
  });

  test('ends at last when its client takes a little for ever', async () => {
    const client = new Client();
    let pauses = 0;
    const sent = sendWhileRead(endless(), client, async () => {
      pauses += 1;
      await turn();
      client.read();
    });

    await expect(sent).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
    expect(pauses).toBe(EXPORT.mostPauses);
  });

  test('is whole when its client reads', async () => {
    const taken: string[] = [];
    const client = Object.assign(
      new Writable({
        write: (piece: Buffer, _encoding, done) => {
          taken.push(piece.toString());
          done();
        },
      }),
      { socket: null },
    );
    const waits = (_: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          resolve();
        });
      });

    await sendWhileRead(Readable.from(['a', 'b']), client, waits);

    expect(taken.join('')).toBe('ab');
  });
});

test('a few exports run at once, the others in order', async () => {
  const places = new ExportSlotsService();
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const runs = [0, 1, 2, 3, 4].map((number) =>
    places.run(async () => {
      begun.push(number);
      await new Promise<void>((resolve) => {
        ends[number] = resolve;
      });
      if (number === 1) throw new Error('a fault');
    }),
  );
  const settled = Promise.allSettled(runs);

  await turn();
  expect(begun).toEqual([0, 1, 2]);
  ends[1]?.();
  await turn();
  expect(begun).toEqual([0, 1, 2, 3]);
  for (const number of [0, 2, 3]) ends[number]?.();
  await turn();
  ends[4]?.();
  expect((await settled).map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    false,
    true,
    true,
    true,
  ]);
});
