/** The kind of outbox message that reminds a family of its registration. */
export const SECOND_NOTICE_KIND = 'second-notice';

const HOUR = 3_600_000;

/**
 * One a family, whoever asks for it and however often; one more for each that was withdrawn before it left.
 * @param withdrawn how many were.
 */
export function secondNoticeKey(familyId: number, withdrawn: number): string {
  const key = `${SECOND_NOTICE_KIND}:${String(familyId)}`;
  return withdrawn === 0 ? key : `${key}:${String(withdrawn + 1)}`;
}

/** A second notice is due when the first mail was sent at this moment or before. */
export function dueSince(now: Date, followUpAfterHours: number): Date {
  return new Date(now.getTime() - followUpAfterHours * HOUR);
}
