import type { StaffSlot, StaffStudy } from '@kidlab/contract';

export const WRITTEN = {
  createdDate: '2026-05-04T17:00:00.000Z',
  createdBy: 'sam@example.org',
  modifiedDate: '2026-05-04T17:00:00.000Z',
  modifiedBy: 'sam@example.org',
  version: 1,
};
export const ANY_CHILD: StaffStudy['criteria'] = {
  minMonths: null,
  maxMonths: null,
  genders: [],
  hands: [],
  languages: [],
  areas: [],
  notInStudies: [],
};

export function aStudy(id: number, overrides: Partial<StaffStudy> = {}): StaffStudy {
  return {
    ...WRITTEN,
    id,
    name: `Blocks ${String(id)}`,
    publicName: 'Building with blocks',
    state: 'open',
    criteria: {
      ...ANY_CHILD,
      minMonths: 24,
      maxMonths: 35,
      genders: ['Female'],
      notInStudies: [2],
    },
    place: 'Room 2',
    letter: 'We build.',
    slots: 1,
    seats: 6,
    taken: 4,
    waiting: 0,
    ...overrides,
  };
}

export function aSlot(id: number, overrides: Partial<StaffSlot> = {}): StaffSlot {
  return {
    ...WRITTEN,
    id,
    studyId: 3,
    studyName: 'Blocks 3',
    startsAt: '2027-01-12T17:30:00.000Z',
    endsAt: '2027-01-12T18:30:00.000Z',
    startsLocal: '2027-01-12T09:30',
    endsLocal: '2027-01-12T10:30',
    seats: 6,
    taken: 4,
    waiting: 1,
    sequence: 0,
    cancelledAt: null,
    cancelReason: null,
    ...overrides,
  };
}

const STUDIES = { 'GET /studies': { body: [aStudy(3), aStudy(2)], total: 2 } };
export const PAGE = {
  ...STUDIES,
  'GET /studies/3': { body: aStudy(3) },
  'GET /slots': { body: [aSlot(8)], total: 1 },
};
