import labLogo from '../../../brand/logo-lab.svg';
import productLogo from '../../../brand/logo-product.svg';
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

import { documentTitle, pageAt, PAGES } from '../pages.js';
import { hrefOf } from '../site/location.js';
import { useSite } from '../site/site.js';

const PRIVACY = `${hrefOf(PAGES.landing.path)}#privacy`;

/** Sets the title; on a change of route, focuses the h1. */
function useRouteChange(path: string, labName: string): void {
  const shown = useRef(path);

  // Runs before the page's own effects, so that a page's heading can override the title.
  useLayoutEffect(() => {
    const { title, step } = pageAt(path);
    document.title = documentTitle(title, labName, step);
    if (shown.current !== path) {
      window.scrollTo(0, 0);
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    }
    shown.current = path;
  }, [path, labName]);
}

/** @param path from the parent. If it were read here, it would change one render before the page does after Back. */
export function Layout({ path, children }: { path: string; children: ReactNode }): ReactNode {
  const { labName, productName } = useSite();
  const { isForm } = pageAt(path);
  const swallowSecondClick = useSecondClick();
  useRouteChange(path, labName);
  return (
    <>
      <a className="skip-link" href="#main">
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
      <main className="column" id="main" tabIndex={-1} onClickCapture={swallowSecondClick}>
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
    if (event.detail <= 1) first.current = event.target;
    else if (first.current !== event.target) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
}
