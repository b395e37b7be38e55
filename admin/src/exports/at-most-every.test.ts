import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';

import { atMostEvery } from './at-most-every.js';

describe('atMostEvery', () => {
  const seen: number[] = [];
  const shown = (): ReturnType<typeof atMostEvery<number>> =>
    atMostEvery(100, (news: number) => seen.push(news));

  beforeEach(() => {
    jest.useFakeTimers();
    seen.length = 0;
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('shows the first at once, and of many the newest after the pause', () => {
    const { tell } = shown();
    for (let news = 1; news <= 50; news += 1) tell(news);
    expect(seen).toEqual([1]);

    jest.advanceTimersByTime(100);
    expect(seen).toEqual([1, 50]);

    tell(51);
    jest.advanceTimersByTime(99);
    expect(seen).toEqual([1, 50]);
    jest.advanceTimersByTime(1);
    expect(seen).toEqual([1, 50, 51]);
  });

  test('shows at once what comes after a pause, and nothing twice', () => {
    const { tell } = shown();
    tell(1);
    jest.advanceTimersByTime(1_000);
    expect(seen).toEqual([1]);
    tell(2);
    expect(seen).toEqual([1, 2]);
  });

  test('shows nothing after its end', () => {
    const { tell, stop } = shown();
    tell(1);
    tell(2);
    stop();
    jest.advanceTimersByTime(1_000);
    tell(3);
    expect(seen).toEqual([1]);
    expect(jest.getTimerCount()).toBe(0);
  });
});
