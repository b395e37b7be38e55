import type { Request } from 'express';

import { routeOf } from '../common/route.js';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Documented as a GET, and sends mail. */
const FOLLOW_UP = '/emails/send-follow-up-emails';

/** Whether a call may change something. */
export function isChanging(request: Request): boolean {
  return !SAFE_METHODS.has(request.method) || routeOf(request).endsWith(FOLLOW_UP);
}
