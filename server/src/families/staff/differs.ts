/**
 * Whether saving would change anything: a record that is sent back as it was read keeps its version, and nobody is told
 * that it was edited.
 */
export function differs<Stored extends object>(stored: Stored, wanted: Partial<Stored>): boolean {
  return (Object.keys(wanted) as (keyof Stored)[]).some((field) => stored[field] !== wanted[field]);
}
