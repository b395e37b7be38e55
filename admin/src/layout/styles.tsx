import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';

import { site } from '../site.js';

/** Styles made by scripts carry the nonce that the content security policy of this very document names. */
const styles = createCache({ key: 'css', prepend: true, nonce: site.styleNonce });

export function Styles({ children }: { readonly children: ReactNode }): ReactNode {
  return <CacheProvider value={styles}>{children}</CacheProvider>;
}
