import type {
  Candidate,
  Funnel,
  FunnelStep,
  RosterChild,
  StaffInvitation,
  StaffParticipation,
  StaffSlot,
  StaffStudy,
} from '@kidlab/contract';

import { GUID } from './portal.js';

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
    invited: 0,
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

export function aFunnel(overrides: Partial<Funnel> = {}): Funnel {
  const step = (
    name: FunnelStep,
    children: number,
    possible: number,
    dropped: Funnel['steps'][number]['dropped'] = [],
  ): Funnel['steps'][number] => ({ step: name, children, possible, dropped });
  return {
    steps: [
      step('registered', 4812, 5),
      step('right-age', 391, 52, [
        { reason: 'too-young', children: 1421 },
        { reason: 'too-old', children: 3000 },
      ]),
      step('fits', 118, 14, [{ reason: 'gender', children: 273 }]),
      step('contactable', 104, 13, [{ reason: 'unconfirmed', children: 14 }]),
      step('rested', 88, 13, [{ reason: 'resting', children: 16 }]),
      step('can-be-invited', 83, 12, [{ reason: 'invited', children: 5 }]),
    ],
    freeSeats: 6,
    unanswered: 0,
    ...overrides,
  };
}

export function aCandidate(id: number, overrides: Partial<Candidate> = {}): Candidate {
  return {
    id,
    familyId: 7,
    familyGuid: GUID,
    familyName: 'Doe',
    firstName: 'Maya',
    verdict: 'certain',
    reasons: [],
    ageText: '24 months',
    lastInvitedAt: null,
    ...overrides,
  };
}

export function anInvitation(
  id: number,
  child: Partial<StaffParticipation> = {},
  overrides: Partial<StaffInvitation> = {},
): StaffInvitation {
  return {
    id,
    studyId: 3,
    studyName: 'Blocks 3',
    familyId: 7,
    familyGuid: GUID,
    familyName: 'Doe',
    state: 'sent',
    withdrawnReason: null,
    sentAt: WRITTEN.createdDate,
    answeredAt: null,
    note: null,
    participations: [
      {
        id: 41,
        version: 1,
        childId: 21,
        firstName: 'Maya',
        month: 6,
        year: 2024,
        state: 'invited',
        slotId: null,
        startsLocal: null,
        waitingBefore: null,
        ageConfirmedAt: null,
        ...child,
      },
    ],
    ...overrides,
  };
}

export function aRosterChild(id: number, overrides: Partial<RosterChild> = {}): RosterChild {
  return {
    id,
    version: 2,
    childId: id,
    firstName: 'Maya',
    month: 12,
    year: 2023,
    state: 'accepted',
    slotId: 8,
    startsLocal: '2027-01-12T09:30',
    waitingBefore: null,
    ageConfirmedAt: null,
    familyId: id,
    familyGuid: `guid-${String(id)}`,
    familyName: 'Doe',
    ageText: '23–24 months',
    gender: 'Female',
    specialNeeds: '',
    guardianName: 'Jane Doe',
    primaryPhone: '(510) 555-0100',
    note: null,
    isMailed: true,
    ...overrides,
  };
}

const STUDIES = { 'GET /studies': { body: [aStudy(3), aStudy(2)], total: 2 } };
export const PAGE = {
  ...STUDIES,
  'GET /studies/3': { body: aStudy(3) },
  'GET /slots': { body: [aSlot(8)], total: 1 },
  'GET /studies/3/funnel': { body: aFunnel() },
  'GET /studies/3/letter': { body: { subject: 'Invitation: Building', text: 'We build.' } },
  'GET /candidates': { body: [aCandidate(21)], total: 1 },
  'GET /invitations': { body: [anInvitation(31)], total: 1 },
};
