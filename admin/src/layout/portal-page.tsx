import { type ReactNode, useEffect, useRef } from 'react';

import { HEADER_TEXTS } from '../texts/portal.js';

import logo from '../../../brand/logo-lab.svg';

interface PortalPageProps {
  readonly title: string;
  readonly children: ReactNode;
  /** The heading takes the focus when the page appears; not where a field does. */
  readonly focusHeading?: boolean;
}

/** The frame of a page that needs no sign-in. */
export function PortalPage({ title, children, focusHeading = false }: PortalPageProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focusHeading) heading.current?.focus();
  }, [focusHeading, title]);
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

function reload(): void {
  window.location.reload();
}

/** Instead of a page that can't be shown: a fault of ours, or a part of the program that could not be fetched. */
export function CrashedPage(): ReactNode {
  useEffect(() => {
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  return (
    <PortalPage title={HEADER_TEXTS.added.crashed}>
      <button type="button" className="button" onClick={reload}>
        {HEADER_TEXTS.added.reload}
      </button>
    </PortalPage>
  );
}
