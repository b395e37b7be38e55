import { QueryFailedError } from 'typeorm';

import { describe, isPassingFault } from '../common/error.filter.js';

/**
 * A fault in a few words for the log. Of a fault that is not the database's only its name and place: its message may
 * repeat what a letter says, and to whom.
 */
export function describeFault(fault: unknown): string {
  if (!(fault instanceof Error)) return typeof fault;
  if (fault instanceof QueryFailedError || isPassingFault(fault)) return describe(fault);
  const place = /^\s+at .+$/m.exec(fault.stack ?? '')?.[0].trim() ?? '';
  return `${fault.name} ${place}`.trim();
}
