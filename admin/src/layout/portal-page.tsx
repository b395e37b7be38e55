import { type ReactNode, useEffect, useRef } from 'react';

import logo from '../../../brand/logo-lab.svg';
import { PORTAL_TITLE } from '../texts/portal.js';

export interface PortalPageProps {
  readonly title: string;
  readonly children: ReactNode;
  /** The heading gets the focus when the page appears, unless a field does. */
  readonly focusHeading?: boolean;
  /** By default the portal's title with the heading. */
  readonly documentTitle?: string;
}

/** The frame of a page without a session. */
export function PortalPage(props: PortalPageProps): ReactNode {
  const { title, children, focusHeading = false } = props;
  const { documentTitle = `${PORTAL_TITLE} – ${title}` } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focusHeading) heading.current?.focus();
  }, [focusHeading, title]);
  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);
  return (
    <main className="portal-card">
      <img src={logo} width="44" height="44" alt="" />
      <h1 tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {children}
    </main>
  );
}
