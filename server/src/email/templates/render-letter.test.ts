import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { COLORS, greetingFor } from './render-letter.js';

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

describe('the colors', () => {
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

  it('are the same as on the two sites', () => {
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

  it.each(Object.entries(COLORS))('have enough contrast in the %s scheme', (_, colors) => {
    for (const text of [colors.ink, colors.quiet, colors.brand]) {
      expect(contrast(text, colors.paper)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(text, colors.card)).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(colors.onBrand, colors.brand)).toBeGreaterThanOrEqual(4.5);
  });
});
