import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { watchSession } from '../src/providers/session-watch.js';

const MINUTE = 60_000;
const heard: string[] = [];
let warning: number | null;
let watch: ReturnType<typeof watchSession>;

function begin(timeoutMinutes: number): void {
  watch = watchSession(timeoutMinutes, {
    onWarning: (remaining) => {
      warning = remaining;
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

test('counts down from two minutes before the end, then ends once', () => {
  begin(20);
  pass(18 * MINUTE - 1);
  expect(heard).toEqual([]);
  pass(2 * MINUTE);
  expect(heard).toHaveLength(120);
  expect([heard[0], heard[119]]).toEqual(['120', '1']);
  pass(MINUTE);
  expect(heard.slice(120)).toEqual(['over']);
});

test('a very short time-out warns at half its time', () => {
  begin(1);
  pass(29_999);
  expect(heard).toEqual([]);
  pass(1);
  expect(heard).toEqual(['30']);
});

test('with a very short time-out, the server is told of activity before the session ends', () => {
  begin(1);
  pass(10_000);
  press();
  pass(10_000);
  expect(heard).toEqual(['keep alive']);
});

test('activity restarts the time, and the server is told at most once a minute', () => {
  begin(20);
  for (let minute = 0; minute < 30; minute += 1) {
    press();
    pass(MINUTE);
  }
  expect(heard.every((what) => what === 'keep alive')).toBe(true);
  expect(heard.length).toBeGreaterThanOrEqual(28);
  expect(heard.length).toBeLessThanOrEqual(30);
});

test.each([
  new MouseEvent('mousemove', { screenX: 200, screenY: 300 }),
  new MouseEvent('mousedown'),
  new KeyboardEvent('keydown', { key: 'Shift' }),
  new Event('scroll'),
  new Event('touchstart'),
])('$type is activity', (event) => {
  begin(20);
  pass(17 * MINUTE);
  window.dispatchEvent(event);
  pass(17 * MINUTE);
  expect(heard).toEqual(['keep alive']);
});

test('activity ends the warning, but late enough for a click to finish', () => {
  begin(20);
  pass(18 * MINUTE);
  press();
  expect(warning).toBe(2 * MINUTE);
  pass(2_000);
  expect(warning).toBeNull();
});

test('one activity is reported to the server once', () => {
  begin(20);
  pass(10_000);
  press();
  pass(15 * MINUTE);
  expect(heard).toEqual(['keep alive']);
});

test('after a sleep, the session ends before the activity that woke the laptop counts', () => {
  begin(20);
  vi.setSystemTime(Date.now() + 60 * MINUTE);
  press();
  expect(heard).toEqual(['over']);
});

test('activity still counts after the clock was set back', () => {
  begin(20);
  vi.setSystemTime(Date.now() - 60 * MINUTE);
  press();
  pass(19 * MINUTE);
  expect(heard[0]).toBe('120');
});

test('an invalid time in storage does not extend the session', () => {
  begin(20);
  localStorage.setItem('kidlab.lastActivity', 'no number');
  pass(20 * MINUTE);
  expect(heard.at(-1)).toBe('over');
});

test('activity and Log Out in another tab apply here', () => {
  begin(20);
  // Opening a page counts as activity in the other tabs.
  expect(localStorage.getItem('kidlab.lastActivity')).toBe(String(Date.now()));
  pass(10 * MINUTE);
  localStorage.setItem('kidlab.lastActivity', String(Date.now()));
  pass(10 * MINUTE);
  // Clearing the end of an earlier session ends nothing.
  window.dispatchEvent(new StorageEvent('storage', { key: 'kidlab.ended', newValue: null }));
  expect(heard).toEqual([]);
  window.dispatchEvent(new StorageEvent('storage', { key: 'kidlab.ended', newValue: 'logout' }));
  pass(20 * MINUTE);
  expect(heard).toEqual(['ended elsewhere']);
});

test('after a login in another tab, the server is asked at once who is signed in', () => {
  begin(20);
  window.dispatchEvent(new StorageEvent('storage', { key: 'kidlab.ended', newValue: 'login' }));
  expect(heard).toEqual(['keep alive']);
  pass(20 * MINUTE);
  expect(heard.at(-1)).toBe('over');
});

test('a page that Back restores asks the server at once whether the session is still valid', () => {
  begin(20);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  expect(heard).toEqual([]);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(heard).toEqual(['keep alive']);
});

test('an inactivity time-out ends the other tabs with the same reason', () => {
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
