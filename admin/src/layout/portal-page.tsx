import type { ReactNode } from 'react';

import logo from '../../../brand/logo-lab.svg';

/** The frame of a page that needs no sign-in. */
export function PortalPage({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <main className="portal-card">
      <img src={logo} width="44" height="44" alt="" />
      <h1>{title}</h1>
      {children}
    </main>
  );
}
