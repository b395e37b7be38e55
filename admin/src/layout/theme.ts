import type { RaThemeOptions } from 'react-admin';

/**
 * The parent of menus and tooltips: the top dialog, or else `main`. At the end of the body, Material UI's default,
 * they would be outside all landmarks.
 */
function overlayContainer(): HTMLElement {
  const dialog = [...document.querySelectorAll<HTMLElement>('.MuiDialog-paper')].at(-1);
  return dialog ?? document.querySelector('main') ?? document.body;
}

/**
 * The colors of brand/tokens.css, which have a light and a dark value each. `nativeColor` leaves color arithmetic to
 * CSS.
 */
const BRAND = {
  main: 'var(--brand)',
  light: 'var(--brand)',
  dark: 'var(--brand-strong)',
  contrastText: 'var(--on-brand)',
};

function oneTone(color: string) {
  return { main: color, light: color, dark: color, contrastText: 'var(--card)' };
}

const palette = {
  primary: BRAND,
  secondary: BRAND,
  info: BRAND,
  // Material UI's red has a contrast below 4.5:1 on paper.
  error: oneTone('var(--danger)'),
  success: oneTone('var(--success)'),
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

/** A soft background with its text color. */
function soft(color: 'danger' | 'accent' | 'brand') {
  return { backgroundColor: `var(--${color}-soft)`, color: `var(--on-${color}-soft)` };
}

/** Forced colors mode removes backgrounds and shadows. */
const FORCED_COLORS = '@media (forced-colors: active)';
const EDGE = { [FORCED_COLORS]: { border: '1px solid' } };

const CONTROL = { minHeight: 'var(--target)' };

export const lightTheme: RaThemeOptions = {
  cssVariables: { nativeColor: true },
  palette: { ...palette, mode: 'light' },
  shape: { borderRadius: 12 },
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
          // A checkbox is inside.
          '&:is(:focus-visible, :has(> :focus-visible))': {
            outline: '3px solid var(--focus)',
            outlineOffset: '2px',
          },
          [FORCED_COLORS]: {
            // `&&&`: also on hover.
            '&&&.Mui-selected': {
              forcedColorAdjust: 'none',
              backgroundColor: 'Highlight',
              color: 'HighlightText',
            },
          },
        },
      },
    },
    MuiPopover: { defaultProps: { container: overlayContainer } },
    MuiPopper: { defaultProps: { container: overlayContainer } },
    // With absolute positioning, a tooltip at the right edge widens the page: Popper rounds to whole pixels.
    MuiTooltip: {
      defaultProps: { slotProps: { popper: { popperOptions: { strategy: 'fixed' } } } },
    },
    MuiButton: {
      // The outline shows the focus. The ripple would lower the text's contrast below 4.5:1.
      defaultProps: { disableFocusRipple: true },
      styleOverrides: {
        root: { borderRadius: 8 },
        contained: EDGE,
      },
    },
    MuiAlert: {
      styleOverrides: {
        // Material UI mixes its own colors with black in dark mode.
        standard: {
          '&.MuiAlert-colorError': soft('danger'),
          '&.MuiAlert-colorWarning': soft('accent'),
          '&.MuiAlert-colorInfo, &.MuiAlert-colorSuccess': soft('brand'),
        },
        icon: { '&&': { color: 'inherit' } },
        // For example, a link pasted into the reason for a cancellation.
        message: { overflowWrap: 'anywhere' },
        action: { whiteSpace: 'nowrap' },
      },
    },
    MuiAutocomplete: {
      styleOverrides: {
        // Not `option`: Find a family has a popper of its own.
        listbox: {
          '& .MuiAutocomplete-option': { overflowWrap: 'anywhere' },
          '&& .MuiAutocomplete-option.Mui-focused': {
            ...soft('brand'),
            outline: '2px solid var(--focus)',
            outlineOffset: '-2px',
          },
          // A long list is a Tab stop, and its parent hides what is outside.
          '&:focus-visible': { outlineOffset: '-3px' },
        },
      },
    },
    // Menus show staff's names of saved searches in full.
    MuiMenuItem: { styleOverrides: { root: { whiteSpace: 'normal', overflowWrap: 'anywhere' } } },
    // The minimum target size of WCAG 2.2.
    MuiChip: {
      styleOverrides: {
        // Material UI's color has a contrast below 3:1.
        deleteIcon: { fontSize: 24, margin: 0, '&, &:hover': { color: 'var(--ink-soft)' } },
        // Large text wraps. In a table, the cell decides whether it does.
        root: { height: 'auto', minHeight: 32, whiteSpace: 'inherit' },
        sizeSmall: { minHeight: 24 },
        label: { whiteSpace: 'inherit' },
      },
    },
    // Material UI shows its focus only by a pale background.
    MuiTablePagination: {
      styleOverrides: { select: { '&:focus-visible': { outline: '3px solid var(--focus)' } } },
    },
    // Keeps a focused input clear of the sticky buttons.
    MuiDialog: {
      styleOverrides: { paper: { '& input, & textarea': { scrollMarginBottom: '5rem' } } },
    },
    MuiDialogActions: {
      styleOverrides: {
        // The buttons stay in view below a long question, and wrap on a narrow screen.
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
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' }, elevation: EDGE } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: CONTROL,
        notchedOutline: { borderColor: 'var(--line-strong)' },
        input: {
          // Material UI's placeholders are too pale.
          '&::placeholder': { color: 'var(--ink-soft)', opacity: 1 },
          // Safari shows today's date in an empty input. This background makes it paler than a chosen date.
          '&[type=date], &[type=time]': {
            backgroundColor: 'color-mix(in srgb, var(--card) 1%, transparent)',
          },
        },
      },
    },
    MuiTableCell: {
      styleOverrides: {
        root: { borderBottomColor: 'var(--line)' },
        head: { fontWeight: 700 },
      },
    },
    // react-admin's four seconds are too short to read a sentence.
    RaNotification: { defaultProps: { autoHideDuration: 8_000, multiLine: true } },
    RaTextInput: {
      defaultProps: {
        // Keeps an empty string, which the contract's rules expect; react-admin would store `null`.
        parse: (text: string) => text,
        helperText: false,
        fullWidth: true,
        size: 'small',
        // Staff enter other people's data.
        autoComplete: 'off',
      },
    },
    // A pressed button looks like an active preset of the search.
    MuiToggleButton: {
      styleOverrides: {
        root: {
          minHeight: 'var(--target)',
          padding: '0 16px',
          '&:not(.Mui-selected)': { color: 'var(--ink)' },
          '&.Mui-selected, &.Mui-selected:hover': {
            backgroundColor: 'var(--brand)',
            color: 'var(--on-brand)',
          },
        },
      },
    },
    MuiCheckbox: { styleOverrides: { root: { color: 'var(--line-strong)' } } },
    MuiRadio: { styleOverrides: { root: { color: 'var(--line-strong)' } } },
  },
};

export const darkTheme: RaThemeOptions = { ...lightTheme, palette: { ...palette, mode: 'dark' } };
