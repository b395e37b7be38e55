import { beforeAll, describe, expect, test } from 'vitest';

import { Secrets } from '../src/config/secrets.js';
import { OperatorUsers } from '../src/users/operator-users.service.js';
import { useTestApp } from './app.js';
import { Registrant } from './registrant.js';
import { StaffDesk } from './staff-records.js';
import { StoredInvitations } from './stored-invitations.js';

const NEWER = 'a newer secret of the tests, long enough';

describe('a mailed link after SESSION_SECRET is replaced', () => {
  const product = useTestApp();
  const desk = new StaffDesk(product);
  beforeAll(() => desk.signIn());

  const confirmation = async (): Promise<string> => (await Registrant.awaiting(product)).token();
  const password = async (): Promise<string> => {
    const users = product.app.get(OperatorUsers, { strict: false });
    const { link } = await users.invite('colleague@example.org');
    return link?.searchParams.get('token') ?? '';
  };
  const invitation = async (): Promise<string> => {
    const lab = new StoredInvitations(product);
    const study = await lab.study();
    await lab.slot(study, '2026-12-05T17:30Z');
    return (await lab.sent(study, await desk.family())).token;
  };

  test.each([
    ['families/confirm?guid=', confirmation, { valid: true }, { valid: false, reason: 'unknown' }],
    ['admin/api/set-password?token=', password, { valid: true }, { valid: false }],
    ['invitations?guid=', invitation, { studyName: 'Building with blocks' }, { statusCode: 404 }],
    ['mail-preferences?guid=', invitation, { isSubscribed: true }, { statusCode: 404 }],
  ])('%s works until the old secret is removed', async (call, make, known, unknown) => {
    const secrets = product.app.get<{ sessionSecrets: readonly string[] }>(Secrets);
    const [older = ''] = secrets.sessionSecrets;
    const token = await make();
    const open = async (): Promise<unknown> =>
      (await product.browser().get(`/kidlab-reg/${call}${token}`)).body;
    try {
      secrets.sessionSecrets = [NEWER, older];
      expect(await open()).toMatchObject(known);
      // The old secret was removed because it leaked. With it, anyone could forge a link.
      secrets.sessionSecrets = [NEWER];
      expect(await open()).toMatchObject(unknown);
    } finally {
      secrets.sessionSecrets = [older];
    }
  });
});
