import type { RaThemeOptions } from 'react-admin';

/**
 * Where menus, lists of choices and tooltips are drawn: inside the dialog on top, or else inside the page's main
 * part, so that they stand in a landmark like everything else (Material UI's own place is the end of the document).
 */
function overlayContainer(): HTMLElement {
  const dialog = [...document.querySelectorAll<HTMLElement>('.MuiDialog-paper')].at(-1);
  return dialog ?? document.querySelector('main') ?? document.body;
}

/**
 * The look: the colours of brand/tokens.css as a theme of Material UI. The values are the tokens themselves, so that
 * light and dark need no second set of numbers (`nativeColor` leaves the arithmetic to CSS).
 */
const BRAND = {
  main: 'var(--brand)',
  light: 'var(--brand)',
  dark: 'var(--brand-strong)',
  contrastText: 'var(--on-brand)',
};

function alike(colour: string) {
  return { main: colour, light: colour, dark: colour, contrastText: 'var(--card)' };
}

const palette = {
  primary: BRAND,
  secondary: BRAND,
  info: BRAND,
  // Material UI's own red stands at less than 4.5:1 on paper.
  error: alike('var(--danger)'),
  success: alike('var(--success)'),
  warning: {
    main: 'var(--on-accent-soft)',
    light: 'var(--accent)',
    dark: 'var(--on-accent-soft)',
    contrastText: 'var(--accent-soft)',
  },
  text: { primary: 'var(--ink)', secondary: 'var(--ink-soft)', disabled: 'var(--ink-soft)' },
  background: { default: 'var(--paper)', paper: 'var(--card)' },
  divider: 'var(--line)',
};

/** A soft ground and the text on it. */
function soft(colour: 'danger' | 'accent' | 'brand') {
  return { backgroundColor: `var(--${colour}-soft)`, color: `var(--on-${colour}-soft)` };
}

const CONTROL = { minHeight: 'var(--target)' };

export const lightTheme: RaThemeOptions = {
  cssVariables: { nativeColor: true },
  palette: { ...palette, mode: 'light' },
  shape: { borderRadius: 12 },
  spacing: 8,
  typography: {
    fontFamily: 'var(--font)',
    h1: { fontSize: '1.6rem', fontWeight: 700, lineHeight: 1.2 },
    h2: { fontSize: '1.2rem', fontWeight: 700, lineHeight: 1.3 },
    h3: { fontSize: '1rem', fontWeight: 700, lineHeight: 1.3 },
    button: { textTransform: 'none', fontWeight: 600 },
  },
  components: {
    MuiButtonBase: {
      styleOverrides: {
        root: {
          '&:focus-visible': { outline: '3px solid var(--focus)', outlineOffset: '2px' },
        },
      },
    },
    MuiPopover: { defaultProps: { container: overlayContainer } },
    MuiPopper: { defaultProps: { container: overlayContainer } },
    MuiButton: {
      // The outline says where the focus is; the pulse over it takes the text below 4.5:1.
      defaultProps: { disableFocusRipple: true },
      styleOverrides: { root: { borderRadius: 8 } },
    },
    MuiAlert: {
      styleOverrides: {
        // Material UI mixes them with black in the dark.
        standard: {
          '&.MuiAlert-colorError': soft('danger'),
          '&.MuiAlert-colorWarning': soft('accent'),
          '&.MuiAlert-colorInfo, &.MuiAlert-colorSuccess': soft('brand'),
        },
        icon: { '&&': { color: 'inherit' } },
        // Its button is one line.
        action: { whiteSpace: 'nowrap' },
      },
    },
    MuiDialogActions: {
      styleOverrides: {
        // However long the question is, or large its text: the answers stay in sight, and wrap where they have no room.
        root: {
          position: 'sticky',
          bottom: 0,
          zIndex: 1,
          flexWrap: 'wrap',
          rowGap: 8,
          padding: '8px 24px 16px',
          backgroundColor: 'var(--mui-palette-background-paper)',
        },
      },
    },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: CONTROL,
        notchedOutline: { borderColor: 'var(--line-strong)' },
        // Material UI's own are too pale to be read.
        input: { '&::placeholder': { color: 'var(--ink-soft)', opacity: 1 } },
      },
    },
    MuiTableCell: {
      styleOverrides: {
        root: { borderBottomColor: 'var(--line)' },
        head: { fontWeight: 700, color: 'var(--ink)' },
      },
    },
    MuiInputLabel: { styleOverrides: { root: { color: 'var(--ink-soft)' } } },
    MuiCheckbox: { styleOverrides: { root: { color: 'var(--line-strong)' } } },
    MuiRadio: { styleOverrides: { root: { color: 'var(--line-strong)' } } },
  },
};

export const darkTheme: RaThemeOptions = { ...lightTheme, palette: { ...palette, mode: 'dark' } };
