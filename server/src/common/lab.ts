import { AsyncLocalStorage } from 'node:async_hooks';

import type { CalendarMonth, StaffBrand } from '@kidlab/contract';

/** What some rules depend on beside the value: this month on the lab's wall, and the lab's names. */
export interface Lab extends StaffBrand {
  readonly today: CalendarMonth;
}

/** For the API documentation, which shows such rules without a request. */
export const SAMPLE_LAB: Lab = {
  today: { year: 2026, month: 1 },
  productName: 'Kid Lab',
  staffEmailDomain: 'example.org',
};

// class-validator hands its checks nothing but the value.
const storage = new AsyncLocalStorage<Lab>();

/** Runs `work`, in which rules are checked as of this lab. */
export function withLab<Result>(lab: Lab, work: () => Result): Result {
  return storage.run(lab, work);
}

export function labOfRequest(): Lab {
  const lab = storage.getStore();
  if (lab === undefined) throw new Error('a rule of the lab is checked outside of the pipe');
  return lab;
}
