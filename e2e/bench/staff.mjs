import { ADMIN_API_PATH, SESSION_CALLS } from '@kidlab/contract';

/** Signs a browser in as the bench's one staff user. */
export async function signIn(context) {
  const { STAFF_EMAIL: username, STAFF_PASSWORD: password } = process.env;
  const answer = await context.request.post(ADMIN_API_PATH + SESSION_CALLS.login, {
    form: { username, password },
  });
  if (!answer.ok()) throw new Error(`no login: ${answer.status()}`);
}
