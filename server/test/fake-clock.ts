import { Clock, type DatabaseClock } from '../src/common/clock.js';

/** A clock that stands still until a test moves it. */
export class FakeClock extends Clock {
  constructor(private at: Date = new Date('2026-11-20T18:00:00Z')) {
    super();
  }

  override now(): Date {
    return new Date(this.at);
  }

  set(at: Date): void {
    this.at = at;
  }

  advance(time: { days?: number; hours?: number; minutes?: number; seconds?: number }): void {
    const { days = 0, hours = 0, minutes = 0, seconds = 0 } = time;
    const milliseconds = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000;
    this.at = new Date(this.at.getTime() + milliseconds);
  }
}

/** The database's clock, which shows the time of the test's clock. */
export class FakeDatabaseClock implements DatabaseClock {
  constructor(private readonly clock: Clock) {}

  get now(): string {
    return `timestamptz '${this.clock.now().toISOString()}'`;
  }
}
