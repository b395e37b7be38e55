import { type CalendarMonth, type FieldError, MESSAGES } from '@kidlab/contract';

import { conflict, Failure, invalidInput } from '../../common/failures.js';
import { hasRoomForChild, hasRoomForGuardian } from '../household.js';
import {
  type ChildDetails,
  type FamilyDetails,
  type GuardianDetails,
  readChild,
  readFamily,
  readGuardian,
} from './record-input.js';

/** A family with the people who come with it. */
export interface NewFamily {
  readonly family: FamilyDetails;
  readonly guardians: readonly GuardianDetails[];
  readonly children: readonly ChildDetails[];
}

/**
 * Reads `POST families`, with its guardians and children where it carries any.
 * @throws 400 with every fault, those of a guardian as `guardians[0].firstName`; 409 for more than a family may have.
 */
export function readNewFamily(body: unknown, today: CalendarMonth): NewFamily {
  const guardians = listIn(body, 'guardians');
  const children = listIn(body, 'children');
  if (guardians.length > 0 && !hasRoomForGuardian(guardians.length - 1)) {
    throw conflict(MESSAGES.tooManyGuardians);
  }
  if (children.length > 0 && !hasRoomForChild(children.length - 1)) {
    throw conflict(MESSAGES.tooManyChildren);
  }
  const faults: FieldError[] = [];
  const newFamily = {
    family: attempt(faults, '', () => readFamily(body, null)),
    guardians: guardians.map((guardian, index) =>
      attempt(faults, `guardians[${String(index)}].`, () => readGuardian(guardian, null)),
    ),
    children: children.map((child, index) =>
      attempt(faults, `children[${String(index)}].`, () => readChild(child, today, null)),
    ),
  };
  if (faults.length > 0) throw invalidInput(faults);
  return newFamily as NewFamily;
}

/** Reads one part; its faults join those of the other parts. */
function attempt<Part>(faults: FieldError[], prefix: string, read: () => Part): Part | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Failure) || error.body.errors === undefined) throw error;
    for (const { field, message } of error.body.errors) {
      faults.push({ field: `${prefix}${field}`, message });
    }
    return null;
  }
}

function listIn(body: unknown, field: string): unknown[] {
  const list = (body as Record<string, unknown> | null | undefined)?.[field] ?? [];
  if (!Array.isArray(list)) throw invalidInput([{ field, message: `${field} must be a list.` }]);
  return list;
}
