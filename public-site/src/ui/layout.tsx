import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

import labLogo from '../../../brand/logo-lab.svg';
import productLogo from '../../../brand/logo-product.svg';
import { documentTitle, headingAt, isFormAt, PAGES } from '../pages.js';
import { useSite } from '../site/site.js';
import { Link } from './link.js';
import { useSecondClick } from './use-second-click.js';

const MAIN_ID = 'main';
const PRIVACY = `${PAGES.landing.path}#privacy`;

/** Names the page in the title bar; on a change of route, moves the focus to its h1. */
function useRouteChange(): void {
  const { pathname } = useLocation();
  const { labName } = useSite();
  const shown = useRef<string | null>(null);

  // Before the effects of the page itself: a heading that says more than the route has the last word.
  useLayoutEffect(() => {
    document.title = documentTitle(headingAt(pathname), labName);
    if (shown.current !== null && shown.current !== pathname) {
      window.scrollTo(0, 0);
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    }
    shown.current = pathname;
  }, [pathname, labName]);
}

/** The shell of every page: skip link, header with the two logos, one column, footer. */
export function Layout({ children }: { readonly children: ReactNode }): ReactNode {
  const { labName, productName } = useSite();
  const { pathname } = useLocation();
  const swallowSecondClick = useSecondClick();
  useRouteChange();
  return (
    <>
      <a className="skip-link" href={`#${MAIN_ID}`}>
        Skip to main content
      </a>
      <header className="header">
        <div className="column header-row">
          <Link className="brand" to={PAGES.landing.path} reloadDocument>
            <img src={labLogo} width="44" height="44" alt="" fetchPriority="low" />
            <span>{labName}</span>
          </Link>
          <img src={productLogo} width="76" height="44" alt={productName} fetchPriority="low" />
        </div>
      </header>
      <main className="column" id={MAIN_ID} tabIndex={-1} onClickCapture={swallowSecondClick}>
        {children}
      </main>
      <footer className="footer">
        <div className="column footer-row">
          {isFormAt(pathname) ? (
            <Link to={PRIVACY} reloadDocument target="_blank">
              Privacy <span className="visually-hidden">(opens in a new tab)</span>
            </Link>
          ) : (
            <Link to={PRIVACY} reloadDocument>
              Privacy
            </Link>
          )}
          <span>{`© ${labName}. All rights reserved.`}</span>
        </div>
      </footer>
    </>
  );
}
