import type { Request } from 'express';
import type { SessionData } from 'express-session';

/** A step of express-session as a promise. @param step calls back without an error when it is done. */
export function sessionStep(step: (callback: (error: unknown) => void) => unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    step((error) => {
      if (error === undefined || error === null) resolve();
      else reject(error instanceof Error ? error : new Error('the session was not kept'));
    });
  });
}

/**
 * A session under an id that nobody knew before; the one that the browser had is gone. It is in the table when this
 * resolves: left to the end of the answer, a fault there would go unseen behind a success, and the browser's next call
 * would find no session.
 * @throws the store's error.
 */
export async function renewKeptSession(
  request: Request,
  content: Partial<SessionData>,
): Promise<void> {
  await sessionStep((callback) => request.session.regenerate(callback));
  Object.assign(request.session, content);
  await sessionStep((callback) => request.session.save(callback));
}
