const GUID = '00000000-0000-4000-8000-0000000000bd';
const DAY = '1999-01-01T00:00:00.000Z';
const ACTOR = 'attacker@example.net';
const ID = 987_654_321;
/** Fields that only the server sets, each with a unique value. */
export const EXTRAS = {
  id: ID,
  guid: GUID,
  familyGuid: GUID,
  registeredIndicator: 'Y',
  registeredDate: DAY,
  disabledIndicator: 'Y',
  createdBy: ACTOR,
  createdDate: DAY,
  modifiedBy: ACTOR,
  modifiedDate: DAY,
  firstEmailSentDate: DAY,
  secondEmailSentDate: DAY,
  draftExpiresAt: DAY,
  registrationSessionId: ACTOR,
  state: 'registered',
  city: 'Attackville',
  isUserAdmin: true,
  passwordHash: ACTOR,
  sessionId: ACTOR,
  actor: ACTOR,
  agreementVersion: ACTOR,
};
/** The same with the names of the columns. */
export const SNAKE = Object.fromEntries(
  Object.entries(EXTRAS).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]),
);
/** Stored data with one of these came from a client. */
export const MARKS: readonly string[] = [GUID, ACTOR, 'Attackville', String(ID), '1999-01-01'];
