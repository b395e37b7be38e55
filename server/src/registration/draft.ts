import type { Child } from '../children/child.entity.js';
import type { Family } from '../families/family.entity.js';

/** Rules of drafts: pure, the moment is an argument. */

const HOUR = 3_600_000;

/** When a browser session's hold on its family ends, counted from its last call. */
export function holdUntil(lastCall: Date, tokenHours: number): Date {
  return new Date(lastCall.getTime() + tokenHours * HOUR);
}

/** Whether the browser session that made this family may still act on it. */
export function isHeld(family: Pick<Family, 'draftExpiresAt'>, at: Date): boolean {
  return family.draftExpiresAt !== null && family.draftExpiresAt.getTime() > at.getTime();
}

/** Names what a draft holds: another one after every save of the family, and when a child is saved or deleted. */
export function draftVersion(
  family: Pick<Family, 'version'>,
  children: readonly Pick<Child, 'id' | 'version'>[],
): string {
  const saves = children.map(({ id, version }) => `${String(id)}.${String(version)}`);
  return [String(family.version), ...saves].join('-');
}

/** Whether `If-Match` names this version. Without the header any does; a proxy that compresses makes the tag a weak one. */
export function matches(ifMatch: string | undefined, version: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  return ifMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${version}"`);
}
