import type { agent } from 'supertest';

import { SYSTEM_ACTOR } from '../src/audit/audit.service.js';
import { createdBy } from '../src/common/audited.entity.js';
import { PasswordHasher } from '../src/users/password-hasher.service.js';
import { User } from '../src/users/user.entity.js';
import type { TestApp } from './app.js';

/** The first staff user, who is a user administrator unless the test configures others. */
export const USER_ADMIN_EMAIL = 'admin@example.org';
/** The password of every staff user in tests. */
export const STAFF_PASSWORD = 'correct horse battery staple';

const hashes = new Map<string, Promise<string>>();
let counter = 0;

/** A staff user who can sign in with `STAFF_PASSWORD`; an existing one is returned as it is. */
export async function aStaffUser(
  product: TestApp,
  overrides: Partial<Pick<User, 'email' | 'enabled' | 'passwordHash'>> = {},
): Promise<User> {
  counter += 1;
  const email = overrides.email ?? `staff${String(counter)}@example.org`;
  const hasher = product.app.get(PasswordHasher, { strict: false });
  const passwordHash = hashes.get(STAFF_PASSWORD) ?? hasher.hash(STAFF_PASSWORD);
  hashes.set(STAFF_PASSWORD, passwordHash);
  const users = product.dataSource.getRepository(User);
  const existing = await users.findOneBy({ email });
  if (existing !== null) return existing;
  return users.save(
    users.create({
      email,
      passwordHash: await passwordHash,
      enabled: true,
      ...overrides,
      ...createdBy(SYSTEM_ACTOR, product.clock.now()),
    }),
  );
}

/**
 * A browser in which a staff user has signed in through the API. A session ends 20 minutes after its last call: sign
 * in again after moving the clock.
 * @param who by default a new user who is not a user administrator; with `isUserAdmin` the first staff user.
 */
export async function signIn(
  product: TestApp,
  who: { email?: string; isUserAdmin?: boolean } = {},
): Promise<ReturnType<typeof agent>> {
  const admin = await aStaffUser(product, { email: USER_ADMIN_EMAIL });
  const user =
    who.isUserAdmin === true && who.email === undefined
      ? admin
      : await aStaffUser(product, who.email === undefined ? {} : { email: who.email });
  const browser = product.browser();
  const answer = await browser
    .post('/kidlab-reg/admin/api/login')
    .type('form')
    .send({ username: user.email, password: STAFF_PASSWORD })
    .expect(200);
  const { isUserAdmin } = answer.body as { isUserAdmin: boolean };
  if (isUserAdmin !== (who.isUserAdmin ?? isUserAdmin)) {
    throw new Error('USER_ADMIN_EMAILS of this test says otherwise');
  }
  return browser;
}
