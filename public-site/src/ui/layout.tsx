import labLogo from '../../../brand/logo-lab.svg';
import productLogo from '../../../brand/logo-product.svg';
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

import { documentTitle, pageAt, PAGES } from '../pages.js';
import { hrefOf, usePath } from '../site/location.js';
import { useSite } from '../site/site.js';

const MAIN_ID = 'main';
const PRIVACY = `${hrefOf(PAGES.landing.path)}#privacy`;

/** Sets the title; on a change of route, focuses the h1. */
function useRouteChange(): void {
  const path = usePath();
  const { labName } = useSite();
  const shown = useRef<string | null>(null);

  // Runs before the page's own effects, so that a page's heading can override the title.
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

export function Layout({ children }: { readonly children: ReactNode }): ReactNode {
  const { labName, productName } = useSite();
  const { isForm = false } = pageAt(usePath());
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
          <a href={PRIVACY} target={isForm ? '_blank' : undefined} rel="noreferrer">
            Privacy {isForm && <span className="visually-hidden">(opens in a new tab)</span>}
          </a>
          <span>{`© ${labName}. All rights reserved.`}</span>
        </div>
      </footer>
    </>
  );
}

/**
 * Ignores the second click of a double click if it hits another element: someone who double-clicks "Save" does not
 * mean the "Delete" that replaced it. Firefox restarts the count on another element, so this does not help there.
 * @returns a handler for the capture phase of clicks
 */
function useSecondClick(): (event: MouseEvent) => void {
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
