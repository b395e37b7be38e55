import { type ReactNode, useEffect, useRef } from 'react';

import logo from '../../../brand/logo-lab.svg';
import { PORTAL_TITLE } from '../texts/portal.js';
import { LOGIN_TEXTS } from '../texts/sign-in.js';

export interface PortalPageProps {
  readonly title: string;
  readonly children: ReactNode;
  /** The heading gets the focus when the page appears, unless a field does. */
  readonly focusHeading?: boolean;
}

/** The frame of a page without a session. */
export function PortalPage({ title, children, focusHeading = false }: PortalPageProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focusHeading) heading.current?.focus();
  }, [focusHeading, title]);
  useEffect(() => {
    document.title = title === LOGIN_TEXTS.heading ? PORTAL_TITLE : `${PORTAL_TITLE} – ${title}`;
  }, [title]);
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
