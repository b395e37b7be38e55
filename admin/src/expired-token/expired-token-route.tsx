import type { ReactNode } from 'react';

import { site } from '../site.js';
import { ExpiredTokenPage } from './expired-token-page.js';

/** The page inside the program, where the support address stands in the document. */
export function ExpiredTokenRoute(): ReactNode {
  return <ExpiredTokenPage supportEmail={site.supportEmail} />;
}
