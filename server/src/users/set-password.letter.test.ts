import { describe, expect, it } from 'vitest';

import { renderSetPassword, type SetPasswordData } from './set-password.letter.js';

const BRAND = {
  labName: 'Kid Lab',
  productName: 'Toy Tests',
  supportEmail: 'help@example.org',
  publicBaseUrl: 'https://kidlab.example.org',
};
const DATA: SetPasswordData = {
  token: 'abc-DEF_123',
  linkHours: 24,
  isInvitation: true,
};
const LINK = 'https://kidlab.example.org/kidlab-reg/admin/set-password?token=abc-DEF_123';

describe('the set-password letter', () => {
  it.each([
    [true, 'You can sign in to the Toy Tests staff portal', 'A colleague added'],
    [
      false,
      'Set a new password for the Toy Tests staff portal',
      'Someone asked for a new password',
    ],
  ])(
    'says why it comes, until when, and how often the link works (invitation: %s)',
    (...expected) => {
      const [isInvitation, subject, reason] = expected;
      const letter = renderSetPassword(BRAND, { ...DATA, isInvitation });

      expect(letter.subject).toBe(subject);
      for (const part of [letter.text, letter.html]) {
        expect(part).toContain(reason);
        expect(part).toContain('within 24 hours. The link works once');
        expect(part).toContain('help@example.org');
      }
      expect(letter.text.split('\n')).toContain(LINK);
      expect(letter.html).toContain(`href="${LINK}"`);
    },
  );

  it('names the hours that the server enforces', () => {
    expect(renderSetPassword(BRAND, { ...DATA, linkHours: 5 }).text).toContain('within 5 hours');
  });
});
