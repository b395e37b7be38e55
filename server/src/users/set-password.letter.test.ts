import { describe, expect, it } from 'vitest';

import { LINK_HOURS } from './password-links.service.js';
import { renderSetPassword } from './set-password.letter.js';

const BRAND = {
  labName: 'Kid Lab',
  productName: 'Toy Tests',
  supportEmail: 'help@example.org',
  publicBaseUrl: 'https://kidlab.example.org',
};
const TOKEN = 'abc-DEF_123';
const LINK = `https://kidlab.example.org/kidlab-reg/admin/set-password?token=${TOKEN}`;

describe('the set-password letter', () => {
  it.each([
    [true, 'You can sign in to the Toy Tests staff portal', 'A colleague added'],
    [
      false,
      'Set a new password for the Toy Tests staff portal',
      'Someone asked for a new password',
    ],
  ])('contains reason, deadline and that the link works once (invitation: %s)', (...expected) => {
    const [isInvitation, subject, reason] = expected;
    const letter = renderSetPassword(BRAND, TOKEN, isInvitation);

    expect(letter.subject).toBe(subject);
    for (const part of [letter.text, letter.html]) {
      expect(part).toContain(reason);
      expect(part).toContain(`within ${String(LINK_HOURS)} hours. The link works once`);
      expect(part).toContain('help@example.org');
    }
    expect(letter.text.split('\n')).toContain(LINK);
    expect(letter.html).toContain(`href="${LINK}"`);
  });
});
