/**
 * Colours of letters, for mail programs know no custom properties: those of `brand/tokens.css`, by which they are to
 * be changed too. Each pair stands at 4.5:1 or better.
 */
export const COLORS = {
  light: {
    paper: '#fbf5e9',
    card: '#fffdf8',
    ink: '#2b2320',
    quiet: '#5d524b',
    line: '#e0d3bd',
    brand: '#0c5a66',
    onBrand: '#ffffff',
  },
  dark: {
    paper: '#1c1815',
    card: '#272220',
    ink: '#f6eee2',
    quiet: '#c9bdb0',
    line: '#443b35',
    brand: '#7fd0d4',
    onBrand: '#062a30',
  },
} as const;
