/** One entry of session storage, as JSON. Where storage is blocked, the state lives in memory only. */
const ENTRY = 'kidlab-reg';
let works = true;

/** False once the browser has blocked a write. */
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

/** Removes a completed registration, by default of any address. For pages that do not load the registration. */
export function forgetComplete(email?: string): void {
  const kept: { awaitingConfirmation?: boolean; email?: string } | null = readEntry();
  const isOther = email !== undefined && kept?.email?.toLowerCase() !== email.toLowerCase();
  if (kept?.awaitingConfirmation === true && !isOther) writeEntry(null);
}
