import { AUDIT_ACTION_NAMES, AUDIT_SUBJECT_NAMES } from '@kidlab/contract';

/** Actions and records of the audit trail in plain words. An unknown one is shown as it is. */

function nameIn(names: Readonly<Record<string, string>>, code: string): string {
  return names[code] ?? code;
}

export const auditActionName = (action: string): string => nameIn(AUDIT_ACTION_NAMES, action);
export const auditSubjectName = (type: string): string => nameIn(AUDIT_SUBJECT_NAMES, type);
