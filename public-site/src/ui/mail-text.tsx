import type { ReactNode } from 'react';

import { useSite } from '../site/site.js';

/** Text in which the support address is a link. */
export function MailText({ children }: { readonly children: string }): ReactNode {
  const { supportEmail } = useSite();
  const at = children.indexOf(supportEmail);
  if (at < 0) return children;
  return (
    <>
      {children.slice(0, at)}
      <SupportLink />
      {children.slice(at + supportEmail.length)}
    </>
  );
}

/** The support address, as a link that opens a mail to it. */
export function SupportLink(): ReactNode {
  const { supportEmail } = useSite();
  return (
    <a className="tall-link" href={`mailto:${supportEmail}`}>
      {supportEmail}
    </a>
  );
}
