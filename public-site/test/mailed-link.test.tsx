import { describe, expect, test } from 'vitest';
import { screen, waitFor } from '@testing-library/react';

import { PreferencesPage } from '../src/invitation/preferences-page.js';
import { type Answer, CONNECTION_LOST, press, refused, serve, show, TOO_MANY } from './page.js';

const READ = '/mail-preferences';
const FOUND = { status: 200, body: { isSubscribed: true, pausedUntil: null } };
const ENDED = refused(410, 'The deadline to answer this invitation has passed.');

/** All pages behind mailed links use `MailedLink`. */
describe('a mailed link', () => {
  test.each<[string, string, Answer, string]>([
    ['it has no guid', '', FOUND, 'We don’t recognize this link'],
    ['it is unknown', '?guid=g', refused(404, 'Unknown.'), 'We don’t recognize this link'],
    [
      'it is malformed',
      '?guid=%00',
      refused(400, 'guid must be text.'),
      'We don’t recognize this link',
    ],
    ['it has ended', '?guid=g', ENDED, 'The deadline to answer this invitation has passed.'],
  ])('is explained if %s', async (_, query, answer, name) => {
    serve({ [READ]: answer });
    show(<PreferencesPage />, 'mailPreferences', query);
    const heading = await screen.findByRole('heading', { level: 1, name });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(document.title).toBe(`${name} – Kid Lab`);
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('that is unknown is explained: it may have been mailed to a former address', async () => {
    serve({ [READ]: refused(404, 'Unknown.') });
    show(<PreferencesPage />, 'mailPreferences', '?guid=g');
    await screen.findByText(
      /has changed, only the link in our latest email to the new address works\.$/,
    );
  });

  test.each<[string, Record<string, Answer>, string]>([
    ['no network', {}, CONNECTION_LOST],
    ['too many requests', { [READ]: refused(429, TOO_MANY) }, TOO_MANY],
  ])('can be checked again after %s', async (_, answers, sentence) => {
    serve(answers);
    const user = show(<PreferencesPage />, 'mailPreferences', '?guid=g');
    await screen.findByRole('heading', { name: 'We could not check your link' });
    expect(screen.getByRole('alert').textContent).toBe(sentence);
    serve({ [READ]: FOUND });
    await press(user, 'Try again');
    await screen.findByRole('heading', { name: 'You are signed up for invitations' });
  });
});
