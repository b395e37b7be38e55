import { createTheme, ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';

import { SmallField } from '../inputs/small-form.js';
import { PortalPage, type PortalPageProps } from '../layout/portal-page.js';
import { lightTheme } from '../layout/theme.js';
import { site } from '../site.js';
import { emailPlaceholder, LOGIN_TEXTS } from '../texts/sign-in.js';

/** The CSS tokens switch between light and dark themselves. */
const theme = createTheme(lightTheme);

export function SignInPage(props: PortalPageProps): ReactNode {
  return (
    <ThemeProvider theme={theme}>
      <PortalPage {...props} />
    </ThemeProvider>
  );
}

interface AddressFieldProps {
  readonly name: string;
  readonly autoFocus?: boolean;
}

export function AddressField(props: AddressFieldProps): ReactNode {
  return (
    <SmallField
      {...props}
      label={LOGIN_TEXTS.email}
      type="email"
      autoComplete="username"
      placeholder={emailPlaceholder(site.staffEmailDomain)}
      inputProps={{ autoCapitalize: 'none', spellCheck: false }}
    />
  );
}
