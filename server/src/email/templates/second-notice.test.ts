import { describe, expect, it } from 'vitest';

import { renderSecondNotice } from './confirmation.js';

const CONFIRM = 'https://kidlab.example.org/kidlab-reg/confirm-registration?guid=abc-DEF_123';
const REMOVE = 'https://kidlab.example.org/kidlab-reg/remove-my-data?guid=abc-DEF_123';

describe('the second notice', () => {
  const lab = {
    labName: 'Kid Lab & Friends',
    productName: 'Toy Tests',
    supportEmail: 'help@example.org',
    publicBaseUrl: 'https://kidlab.example.org',
    confirmationWindowHours: 5,
  };
  const letter = renderSecondNotice(lab, { firstName: 'Maya', token: 'abc-DEF_123' });

  it('says in both parts who it is for, why it comes, until when and that it is the last', () => {
    const html = letter.html.replaceAll('&amp;', '&');
    for (const part of [letter.text, html]) {
      expect(part).toContain('Hello Maya,');
      expect(part).toContain('has not been confirmed yet');
      expect(part).toContain('within 5 hours');
      expect(part).toContain('This is the only reminder that we send.');
      expect(part).toContain('Kid Lab & Friends');
      expect(part).toContain('help@example.org');
      expect(part).toContain(CONFIRM);
      expect(part).toContain(REMOVE);
    }
  });

  it('differs from the first mail in its subject', () => {
    expect(letter.subject).toBe(
      'Reminder: please confirm your registration with Kid Lab & Friends',
    );
  });
});
