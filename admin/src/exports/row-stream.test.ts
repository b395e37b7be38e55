import { afterEach, describe, expect, test, vi } from 'vitest';

import { readText } from './row-stream.js';

const LOST = new Error('lost');

/** `bytes`: a byte stream, which can read into a given buffer; `undefined`: a stream that cannot. */
const TYPES: ['bytes' | undefined][] = [['bytes'], [undefined]];

interface Source {
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
  /** After the chunks; by default, the end. */
  readonly then?: 'a fault' | 'nothing';
  readonly onCancel?: () => void;
}

function streamOf(
  type: 'bytes' | undefined,
  { pieces, then, onCancel }: Source,
): ReadableStream<Uint8Array> {
  const left = [...pieces];
  const source = {
    pull(controller: ReadableStreamDefaultController | ReadableByteStreamController) {
      const piece = left.shift();
      if (piece !== undefined) {
        controller.enqueue(piece.slice());
        return;
      }
      if (then === 'a fault') controller.error(new TypeError('network'));
      if (then !== undefined) return;
      controller.close();
      if ('byobRequest' in controller) controller.byobRequest?.respond(0);
    },
    cancel() {
      onCancel?.();
    },
  };
  return type === 'bytes'
    ? new ReadableStream({ ...source, type })
    : new ReadableStream<Uint8Array>(source);
}

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = '';
  for await (const piece of readText(stream, () => LOST)) text += piece;
  return text;
}

describe.each(TYPES)('the text of a response (%s)', (type) => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is complete, wherever it is split', async () => {
    const text = 'Zoë 🧸 '.repeat(40_000);
    const bytes = new TextEncoder().encode(text);
    for (const length of [1_001, 65_536, 200_003]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
        bytes.slice(index * length, (index + 1) * length),
      );
      expect((await textOf(streamOf(type, { pieces }))) === text).toBe(true);
    }
    expect(await textOf(streamOf(type, { pieces: [] }))).toBe('');
  });

  test('fails when the connection is lost', async () => {
    const pieces = [new TextEncoder().encode('[{')];
    await expect(textOf(streamOf(type, { pieces, then: 'a fault' }))).rejects.toBe(LOST);
  });

  test('cancels the call when reading stops early', async () => {
    const onCancel = vi.fn();
    const pieces = [new TextEncoder().encode('[{')];
    const stream = streamOf(type, { pieces, then: 'nothing', onCancel });
    for await (const piece of readText(stream, () => LOST)) {
      expect(piece).toBe('[{');
      break;
    }
    expect(onCancel).toHaveBeenCalledTimes(1);
  });

  test('may take long in total', async () => {
    vi.useFakeTimers();
    const pieces = ['[', '1', ']'].map((each) => new TextEncoder().encode(each));
    let text = '';
    for await (const piece of readText(streamOf(type, { pieces }), () => LOST)) {
      text += piece;
      await vi.advanceTimersByTimeAsync(20_000);
    }
    expect(text).toBe('[1]');
  });

  test('ends and cancels the call after too long a pause', async () => {
    vi.useFakeTimers();
    const onCancel = vi.fn();
    const text = textOf(streamOf(type, { pieces: [], then: 'nothing', onCancel }));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await text).toBe('');
    expect(onCancel).toHaveBeenCalledTimes(1);
  });
});
