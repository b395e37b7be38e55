import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** The h1 of a page; it takes the focus when the route changes. */
export function PageHeading({ children }: { readonly children: ReactNode }): ReactNode {
  return <h1 tabIndex={-1}>{children}</h1>;
}

/** A link that looks like a button. */
export function ButtonLink({
  to,
  children,
}: {
  readonly to: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Link className="button" to={to}>
      {children}
    </Link>
  );
}

/** Says that a form needs JavaScript, where there is none. */
export function NeedsScript(): ReactNode {
  return (
    <noscript>
      <p className="notice">Please switch JavaScript on in your browser to use this page.</p>
    </noscript>
  );
}
