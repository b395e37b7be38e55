import { describe, expect, it } from 'vitest';

import { renderConfirmation, renderSecondNotice } from './confirmation.letter.js';

const LAB = {
  labName: 'Kid Lab & Friends',
  productName: 'Toy Tests',
  supportEmail: 'help@example.org',
  publicBaseUrl: 'https://kidlab.example.org',
};
const READER = { firstName: 'Maya', token: 'abc-DEF_123', hours: 72 };
const CONFIRM = 'https://kidlab.example.org/kidlab-reg/confirm-registration?guid=abc-DEF_123';
const REMOVE = 'https://kidlab.example.org/kidlab-reg/remove-my-data?guid=abc-DEF_123';

/** The visible text of the HTML part. */
function visible(html: string): string {
  return html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ');
}

describe('the confirmation letter', () => {
  const letter = renderConfirmation(LAB, READER);

  it.each([
    ['text', letter.text],
    ['HTML', visible(letter.html)],
  ])('contains recipient, reason, deadline and the data it asks for in its %s part', (_, part) => {
    expect(part).toContain('Hello Maya,');
    expect(part).toContain('interest in Toy Tests! A family was signed up with this email address');
    expect(part).toContain('within 72 hours');
    expect(part).toContain('asks for your email address and your zip code');
    expect(part).toContain('help@example.org');
    expect(part).toContain('Kid Lab & Friends');
    expect(part).toContain('This was not me, remove my data');
  });

  it('has each link on its own line in the text part', () => {
    expect(letter.text.split('\n')).toEqual(expect.arrayContaining([CONFIRM, REMOVE]));
  });

  it('has a button and a link to remove the data in the HTML part, readable without decoding', () => {
    const links = [...letter.html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>([^<]+)</g)].map(
      ([, href, label]) => [href, label],
    );
    expect(links).toContainEqual([CONFIRM, 'Confirm registration']);
    expect(links).toContainEqual([CONFIRM, CONFIRM]);
    expect(links).toContainEqual([REMOVE, 'This was not me, remove my data']);
  });

  it('contains the deadline', () => {
    const { text, html } = renderConfirmation(LAB, { ...READER, hours: 5 });
    expect(text).toContain('within 5 hours');
    expect(visible(html)).toContain('within 5 hours');
    expect(text + html).not.toContain('72 hours');
    expect(renderConfirmation(LAB, { ...READER, hours: 1 }).text).toContain('within 1 hour.');
  });

  it('has a language, a title and layout tables that screen readers ignore', () => {
    expect(letter.html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(letter.html).toContain(
      '<title>Please confirm your registration with Kid Lab &amp; Friends</title>',
    );
    expect(letter.html.match(/<table/g)).toHaveLength(
      letter.html.match(/<table role="presentation"/g)?.length ?? 0,
    );
  });

  it('has a single-line subject without user input', () => {
    expect(letter.subject).toBe('Please confirm your registration with Kid Lab & Friends');
    const strange = renderConfirmation(LAB, { ...READER, firstName: 'X\r\nBcc: everybody' });
    expect(strange.subject).toBe(letter.subject);
    expect(strange.text).toContain('Hello X Bcc: everybody,');
  });

  it('escapes user input', () => {
    const { html, text } = renderConfirmation(LAB, {
      ...READER,
      firstName: `<img src=x onerror="alert('1')">&{{token}}`,
    });
    expect(html).not.toContain('<img');
    expect(html).toContain(
      'Hello &lt;img src&#x3D;x onerror&#x3D;&quot;alert(&#x27;1&#x27;)&quot;&gt;&amp;{{token}},',
    );
    expect(text).toContain(`Hello <img src=x onerror="alert('1')">&{{token}},`);
  });

  it('encodes any token', () => {
    const { html, text } = renderConfirmation(LAB, { ...READER, token: `"><b>&x='y` });
    expect(html).not.toContain('<b>');
    expect(text).toContain('confirm-registration?guid=%22%3E%3Cb%3E%26x%3D%27y');
  });
});

describe('the second notice', () => {
  const letter = renderSecondNotice(LAB, { ...READER, hours: 5 });

  it('contains recipient, reason and deadline, and says it is the last, in both parts', () => {
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
