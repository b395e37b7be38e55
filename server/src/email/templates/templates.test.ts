import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { renderConfirmation } from './confirmation.js';
import { COLORS, greetingFor } from './render-letter.js';

const LAB = {
  labName: 'Kid Lab & Friends',
  productName: 'Toy Tests',
  supportEmail: 'help@example.org',
  publicBaseUrl: 'https://kidlab.example.org',
  confirmationWindowHours: 72,
};
const READER = { firstName: 'Maya', token: 'abc-DEF_123' };
const CONFIRM = 'https://kidlab.example.org/kidlab-reg/confirm-registration?guid=abc-DEF_123';
const REMOVE = 'https://kidlab.example.org/kidlab-reg/remove-my-data?guid=abc-DEF_123';

/** What a reader of the HTML part sees. */
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
  ])(
    'says in its %s part who it is for, why it comes, until when and what will be asked',
    (_, part) => {
      expect(part).toContain('Hello Maya,');
      expect(part).toContain(
        'interest in Toy Tests! A family was signed up with this email address',
      );
      expect(part).toContain('within 72 hours');
      expect(part).toContain('asks for your email address and your zip code');
      expect(part).toContain('help@example.org');
      expect(part).toContain('Kid Lab & Friends');
      expect(part).toContain('This was not me, remove my data');
    },
  );

  it('has each link on its own line in the text part', () => {
    expect(letter.text.split('\n')).toEqual(expect.arrayContaining([CONFIRM, REMOVE]));
  });

  it('has a button and a way out in the HTML part, readable without decoding', () => {
    const links = [...letter.html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>([^<]+)</g)].map(
      ([, href, label]) => [href, label],
    );
    expect(links).toContainEqual([CONFIRM, 'Confirm registration']);
    expect(links).toContainEqual([CONFIRM, CONFIRM]);
    expect(links).toContainEqual([REMOVE, 'This was not me, remove my data']);
  });

  it('names the window that the server enforces', () => {
    const { text, html } = renderConfirmation({ ...LAB, confirmationWindowHours: 5 }, READER);
    expect(text).toContain('within 5 hours');
    expect(visible(html)).toContain('within 5 hours');
    expect(text + html).not.toContain('72 hours');
    expect(renderConfirmation({ ...LAB, confirmationWindowHours: 1 }, READER).text).toContain(
      'within 1 hour.',
    );
  });

  it('is a page with a language, a title and a layout that no screen reader reads as a table', () => {
    expect(letter.html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(letter.html).toContain(
      '<title>Please confirm your registration with Kid Lab &amp; Friends</title>',
    );
    expect(letter.html.match(/<table/g)).toHaveLength(
      letter.html.match(/<table role="presentation"/g)?.length ?? 0,
    );
  });

  it('has a subject of one line without anything the visitor typed', () => {
    expect(letter.subject).toBe('Please confirm your registration with Kid Lab & Friends');
    const strange = renderConfirmation(LAB, { ...READER, firstName: 'X\r\nBcc: everybody' });
    expect(strange.subject).toBe(letter.subject);
    expect(strange.text).toContain('Hello X Bcc: everybody,');
  });

  it('shows what the visitor typed as text', () => {
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

  it('encodes a token, whatever it holds', () => {
    const { html, text } = renderConfirmation(LAB, { ...READER, token: `"><b>&x='y` });
    expect(html).not.toContain('<b>');
    expect(text).toContain('confirm-registration?guid=%22%3E%3Cb%3E%26x%3D%27y');
  });
});

describe('the greeting', () => {
  it.each(['Maya', 'J.R.', 'Anne-Marie', 'Mary Ann', 'Ō’Brien', 'St. Claire', 'Dr. J. Ray'])(
    'greets %s',
    (name) => {
      expect(greetingFor(name)).toBe(`Hello ${name},`);
    },
  );

  it.each(['evil.com', 'Win at prizes.example', 'xn--a.org now'])('leaves out %s', (name) => {
    expect(greetingFor(name)).toBe('Hello,');
  });
});

describe('the colours', () => {
  const tokenOf = (css: string, name: string): string | undefined =>
    new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(css)?.[1];
  const luminance = (hex: string): number => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5]
      .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one: string, other: string): number => {
    const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };

  it('are those of the browser programs', () => {
    const tokens = readFileSync(join(__dirname, '../../../../brand/tokens.css'), 'utf8');
    const both = /light-dark\((#\w+), (#\w+)\)/g;
    for (const [scheme, css] of [
      [COLORS.light, tokens.replace(both, '$1')],
      [COLORS.dark, tokens.replace(both, '$2')],
    ] as const) {
      expect(scheme).toEqual({
        paper: tokenOf(css, 'paper'),
        card: tokenOf(css, 'card'),
        ink: tokenOf(css, 'ink'),
        quiet: tokenOf(css, 'ink-soft'),
        line: tokenOf(css, 'line'),
        brand: tokenOf(css, 'brand'),
        onBrand: tokenOf(css, 'on-brand'),
      });
    }
  });

  it.each(Object.entries(COLORS))('can be read in the %s', (_, colors) => {
    for (const text of [colors.ink, colors.quiet, colors.brand]) {
      expect(contrast(text, colors.paper)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(text, colors.card)).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(colors.onBrand, colors.brand)).toBeGreaterThanOrEqual(4.5);
  });
});
