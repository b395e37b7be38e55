/**
 * What this tab keeps of a registration: one entry of session storage, as JSON. A browser that refuses storage
 * keeps it in memory only; an unreadable entry counts as missing.
 */
const ENTRY = 'kidlab-reg';
let works = true;

/** False once the browser has refused to store something. */
export function storageWorks(): boolean {
  return works;
}

export function readEntry(): object | null {
  try {
    return JSON.parse(sessionStorage.getItem(ENTRY) ?? 'null') as object | null;
  } catch {
    return null;
  }
}

/** `null` removes the entry. */
export function writeEntry(kept: object | null): void {
  try {
    if (kept === null) sessionStorage.removeItem(ENTRY);
    else sessionStorage.setItem(ENTRY, JSON.stringify(kept));
  } catch {
    works = false;
  }
}

/** Removes a registration that is complete; one that is under way stays. For pages that need no program. */
export function forgetComplete(): void {
  const kept = readEntry() as { awaitingConfirmation?: boolean } | null;
  if (kept?.awaitingConfirmation === true) writeEntry(null);
}
