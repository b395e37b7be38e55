import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** A path below the base. */
  readonly to: string;
  /** Loads the page anew, as it is served: for pages that are complete without the program. */
  readonly reloadDocument?: boolean;
}

/** A link within the site. The router's own brings code along for what this site does not do, such as prefetching. */
export function Link({ to, reloadDocument = false, onClick, ...rest }: LinkProps): ReactNode {
  const href = useHref(to);
  const follow = useLinkClickHandler(to);
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!reloadDocument && !event.defaultPrevented) follow(event);
      }}
    />
  );
}
