import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { watchSession } from '../src/providers/session-watch.js';

const MINUTE = 60_000;
const heard: string[] = [];
let watch: ReturnType<typeof watchSession>;

function begin(timeoutMinutes: number): void {
  watch = watchSession(timeoutMinutes, {
    onWarning: (remaining) => {
      if (remaining !== null) heard.push(String(remaining / 1_000));
    },
    onOver: () => heard.push('over'),
    onEndedElsewhere: () => heard.push('ended elsewhere'),
    onKeepAlive: () => heard.push('keep alive'),
  });
}
const pass = (milliseconds: number): void => {
  vi.advanceTimersByTime(milliseconds);
};
const press = (): boolean => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }));

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-15T12:00:00Z') });
  localStorage.clear();
  heard.length = 0;
});
afterEach(() => {
  watch.stop();
  vi.useRealTimers();
});

test('two minutes before the end it counts down, then it is over, once', () => {
  begin(20);
  pass(18 * MINUTE - 1);
  expect(heard).toEqual([]);
  pass(2 * MINUTE);
  expect(heard).toHaveLength(120);
  expect([heard[0], heard[119]]).toEqual(['120', '1']);
  pass(MINUTE);
  expect(heard.slice(120)).toEqual(['over']);
});

test('a very short time-out is warned of half of its time', () => {
  begin(1);
  pass(29_999);
  expect(heard).toEqual([]);
  pass(1);
  expect(heard).toEqual(['30']);
});

test('activity begins the time anew, and the server hears of it once a minute', () => {
  begin(20);
  for (let minute = 0; minute < 30; minute += 1) {
    press();
    pass(MINUTE);
  }
  expect(heard.every((what) => what === 'keep alive')).toBe(true);
  expect(heard.length).toBeGreaterThanOrEqual(28);
  expect(heard.length).toBeLessThanOrEqual(30);
});

test('one activity: the server hears of it once, and of nothing else', () => {
  begin(20);
  pass(10_000);
  press();
  pass(15 * MINUTE);
  expect(heard).toEqual(['keep alive']);
});

test('after a sleep it is over before the movement that woke the laptop counts', () => {
  begin(20);
  vi.setSystemTime(Date.now() + 60 * MINUTE);
  press();
  expect(heard).toEqual(['over']);
});

test('a clock that was set back: activity counts on', () => {
  begin(20);
  vi.setSystemTime(Date.now() - 60 * MINUTE);
  press();
  pass(19 * MINUTE);
  expect(heard[0]).toBe('120');
});

test('what another program wrote in place of a time does not keep the session', () => {
  begin(20);
  localStorage.setItem('kidlab.lastActivity', 'no number');
  pass(20 * MINUTE);
  expect(heard.at(-1)).toBe('over');
});

test('activity in another tab counts here, and so does its Log Out', () => {
  begin(20);
  pass(10 * MINUTE);
  localStorage.setItem('kidlab.lastActivity', String(Date.now()));
  pass(10 * MINUTE);
  expect(heard).toEqual([]);
  window.dispatchEvent(new StorageEvent('storage', { key: 'kidlab.ended', newValue: 'logout' }));
  pass(20 * MINUTE);
  expect(heard).toEqual(['ended elsewhere']);
});

test('a tab that ends for want of activity tells the others why, and they end so, too', () => {
  const told = vi.spyOn(Storage.prototype, 'setItem');
  begin(20);
  pass(20 * MINUTE);
  expect(told).toHaveBeenLastCalledWith('kidlab.ended', 'inactivity');
  told.mockRestore();

  heard.length = 0;
  begin(20);
  window.dispatchEvent(
    new StorageEvent('storage', { key: 'kidlab.ended', newValue: 'inactivity' }),
  );
  pass(20 * MINUTE);
  expect(heard).toEqual(['over']);
});
