import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

const TOKENS = readFileSync(join(__dirname, '../../../brand/tokens.css'), 'utf8');

/** As defined in WCAG 2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe.each([
  ['light', '$1'],
  ['dark', '$2'],
])('the colours of the tokens, %s', (_scheme, choice) => {
  const css = TOKENS.replace(/light-dark\((#\w+), (#\w+)\)/g, choice);
  const colourOf = (name: string): string => {
    const colour = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(css)?.[1];
    if (colour === undefined) throw new Error(`no colour is called ${name}`);
    return colour;
  };
  const contrast = ([one, other]: readonly [string, string]): number => {
    const [dark = 0, light = 0] = [one, other]
      .map((name) => luminance(colourOf(name)))
      .sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };

  test.each([
    ...(['ink', 'ink-soft', 'brand', 'brand-strong', 'danger', 'success'] as const).flatMap(
      (text) => [[text, 'paper'] as const, [text, 'card'] as const],
    ),
    ...(['brand', 'accent', 'danger'] as const).map(
      (name) => [`on-${name}-soft`, `${name}-soft`] as const,
    ),
    ['on-brand', 'brand'],
    ['on-brand', 'brand-strong'],
  ] as const)('have a contrast of at least 4.5 to 1 for the text %s on %s', (...pair) =>
    expect(contrast(pair)).toBeGreaterThanOrEqual(4.5),
  );

  test.each([
    ['chart-1', 'chart-2'],
    ['chart-2', 'chart-3'],
    ['chart-3', 'chart-4'],
    ['line-strong', 'card'],
    ['line-strong', 'paper'],
    ['focus', 'card'],
    ['focus', 'paper'],
  ] as const)('have a contrast of at least 3 to 1 for %s beside %s', (...pair) =>
    expect(contrast(pair)).toBeGreaterThanOrEqual(3),
  );
});
