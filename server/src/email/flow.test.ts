import { describe, expect, it } from '@jest/globals';

import { DISPATCH } from './constants.js';
import { Flow } from './flow.js';

const FREE = 3;
const at = (ms: number): Date => new Date(Date.UTC(2026, 10, 20) + ms);

/** One through which letters have flowed, ten at each look, `each` milliseconds apart. */
function flowing(each: number, looks = 10): { flow: Flow; end: number } {
  const flow = new Flow();
  for (let look = 0; look < looks; look += 1) flow.note(10, 10, at(look * each));
  return { flow, end: (looks - 1) * each };
}

describe('letters are taken', () => {
  it('as places are free, at first', () => {
    expect(new Flow().limit(FREE, at(0))).toBe(FREE);
  });

  it('as places are free until a few dozen have left quickly, then together', () => {
    const few = flowing(100, DISPATCH.bulkAfter / 10);
    expect(few.flow.limit(FREE, at(few.end))).toBe(FREE);
    const { flow, end } = flowing(100);
    expect(flow.limit(FREE, at(end))).toBe(DISPATCH.bulk);
  });

  it('as places are free when they leave slowly', () => {
    const { flow, end } = flowing(10 * DISPATCH.bulkMsPerLetter * 2);
    expect(flow.limit(FREE, at(end))).toBe(FREE);
  });

  it('as places are free when the queue has run dry', () => {
    const { flow, end } = flowing(100);
    flow.note(7, DISPATCH.bulk, at(end + 1));
    expect(flow.limit(FREE, at(end + 1))).toBe(FREE);
  });

  it('as places are free when nothing was taken for long, also before the next is', () => {
    const { flow, end } = flowing(100);
    const late = end + DISPATCH.bulkPatienceMs;
    expect(flow.limit(FREE, at(late))).toBe(DISPATCH.bulk);
    expect(flow.limit(FREE, at(late + 1))).toBe(FREE);
    flow.note(10, 10, at(late + 1));
    expect(flow.limit(FREE, at(late + 1))).toBe(FREE);
  });
});
