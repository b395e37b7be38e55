/**
 * Session storage of this tab, as JSON, one entry a key. A browser that refuses storage keeps the registration in
 * memory only; an unreadable entry counts as missing.
 */
const PREFIX = 'kidlab-reg.';
let works = true;

/** False once the browser has refused to store something. */
export function storageWorks(): boolean {
  return works;
}

export function readEntry(key: string): unknown {
  try {
    const text = sessionStorage.getItem(PREFIX + key);
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

/** `null` removes the entry. */
export function writeEntry(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    works = false;
  }
}

/** Removes a registration that is complete; one that is under way stays. For pages that need no program. */
export function forgetComplete(): void {
  if (readEntry('awaitingConfirmation') !== true) return;
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  }
}
