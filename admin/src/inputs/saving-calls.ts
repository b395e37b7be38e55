import { portalCalls } from '../providers/portal-calls.js';

/**
 * What forms save and dialogs delete with. Not react-admin's `useDataProvider`: that one answers an ended session with an
 * empty success and the login page, and what somebody has typed would be gone. So a refusal is shown where it was met.
 */
export const savingCalls = portalCalls;
