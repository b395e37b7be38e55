/** A number of hours in words: `72 hours`, `1 hour`. */
export function inHours(hours: number): string {
  return hours === 1 ? '1 hour' : `${String(hours)} hours`;
}
