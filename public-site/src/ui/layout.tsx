import labLogo from '../../../brand/logo-lab.svg';
import productLogo from '../../../brand/logo-product.svg';
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

import { documentTitle, pageAt, PAGES } from '../pages.js';
import { hrefOf, usePath } from '../site/location.js';
import { useSite } from '../site/site.js';

const MAIN_ID = 'main';
const PRIVACY = `${hrefOf(PAGES.landing.path)}#privacy`;

/** Names the page in the title bar; on a change of route, moves the focus to its h1. */
function useRouteChange(): void {
  const path = usePath();
  const { labName } = useSite();
  const shown = useRef<string | null>(null);

  // Before the effects of the page itself: a heading that says more than the route has the last word.
  useLayoutEffect(() => {
    const { title, step } = pageAt(path);
    document.title = documentTitle(title, labName, step);
    if (shown.current !== null && shown.current !== path) {
      window.scrollTo(0, 0);
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    }
    shown.current = path;
  }, [path, labName]);
}

/** The shell of every page: skip link, header with the two logos, one column, footer. */
export function Layout({ children }: { readonly children: ReactNode }): ReactNode {
  const { labName, productName } = useSite();
  const path = usePath();
  const swallowSecondClick = useSecondClick();
  useRouteChange();
  return (
    <>
      <a className="skip-link" href={`#${MAIN_ID}`}>
        Skip to main content
      </a>
      <header className="header">
        <div className="column header-row">
          <a className="brand" href={hrefOf(PAGES.landing.path)}>
            <img src={labLogo} width="44" height="44" alt="" fetchPriority="low" />
            <span>{labName}</span>
          </a>
          <img src={productLogo} width="76" height="44" alt={productName} fetchPriority="low" />
        </div>
      </header>
      <main className="column" id={MAIN_ID} tabIndex={-1} onClickCapture={swallowSecondClick}>
        {children}
      </main>
      <footer className="footer">
        <div className="column footer-row">
          {pageAt(path).isForm ? (
            <a href={PRIVACY} target="_blank" rel="noreferrer">
              Privacy <span className="visually-hidden">(opens in a new tab)</span>
            </a>
          ) : (
            <a href={PRIVACY}>Privacy</a>
          )}
          <span>{`© ${labName}. All rights reserved.`}</span>
        </div>
      </footer>
    </>
  );
}

/**
 * Swallows the second click of a double click when the first one has put something else under the pointer. A parent
 * who clicks "Save" twice does not mean the "Delete" that now stands there. The browser says what a double click is;
 * Firefox counts anew on another element, so this does not help there.
 * @returns a handler for the capture phase of clicks
 */
export function useSecondClick(): (event: MouseEvent) => void {
  const first = useRef<EventTarget | null>(null);
  return (event) => {
    const isFurther = event.detail > 1;
    if (!isFurther) first.current = event.target;
    else if (first.current !== event.target) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
}
