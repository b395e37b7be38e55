import { portalCalls } from '../providers/portal-calls.js';

/**
 * What forms save and dialogs delete with. Not `usePortalProvider`: that one leads from an ended session to the login page,
 * and what somebody has typed would be gone. So a refusal is shown where it was met.
 */
export const savingCalls = portalCalls;
