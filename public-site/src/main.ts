import './styles/index.css';

import { BASE_PATH, MESSAGES } from '@kidlab/contract';

import { MAIL_PAGES } from './pages.js';
import { forgetComplete } from './registration/storage.js';

const BASE = `${BASE_PATH}/`;
/** Milliseconds before a page that needs no program has the one of the next page fetched. */
const PREFETCH_AFTER = 1_000;
const NOT_LOADED =
  'A part of this page could not be loaded. Please check your internet connection and try again.';

/** Addresses as the site writes them: a slash after the base path, none after a page. */
function canonicalPath(pathname: string): string {
  let bare = pathname;
  while (bare.endsWith('/')) bare = bare.slice(0, -1);
  return `${bare}/` === BASE ? BASE : bare;
}

/** Resolves once the page is drawn, or at once where nobody looks at it. */
async function drawn(): Promise<void> {
  if (document.hidden) return;
  // The second frame begins when the first one stands.
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
}

/**
 * Has the files of the program fetched, all of them at once. @param rel for this page, or for the one that comes next
 */
function fetchProgram(root: HTMLElement, rel: 'modulepreload' | 'prefetch'): void {
  for (const href of root.dataset['program']?.split(' ') ?? []) {
    const link = document.createElement('link');
    document.head.append(Object.assign(link, { rel, as: 'script', crossOrigin: '', href }));
  }
}

/** Loads the program, unless the page that was served is complete without it. */
async function start(root: HTMLElement): Promise<void> {
  const { pathname, search, hash } = window.location;
  const path = canonicalPath(pathname);
  if (path !== pathname) {
    window.history.replaceState(window.history.state, '', `${path}${search}${hash}`);
  }
  // Where a family begins, nothing is left of the one before. With a hash somebody only reads up on privacy.
  if (path === BASE && hash === '') forgetComplete();
  // An unknown path gets the landing page's file: what stands there is not what belongs there.
  const isPrerendered = root.dataset['page'] === path;
  // What is asked for earlier shares the line with what is to be seen.
  await drawn();
  if (isPrerendered && 'complete' in root.dataset) {
    setTimeout(() => fetchProgram(root, 'prefetch'), PREFETCH_AFTER);
    return;
  }
  fetchProgram(root, 'modulepreload');
  const isMailed = MAIL_PAGES.includes(path.slice(BASE_PATH.length));
  const program = isMailed ? import('./mail-app.js') : import('./browser-app.js');
  const { start: startProgram } = await program.catch((error: unknown) => {
    // What the browser says names an address, and helps nobody.
    throw new Error(NOT_LOADED, { cause: error });
  });
  await startProgram(root, isPrerendered);
}

/**
 * Says that the program did not load, such as after a new version has taken its files away: to load the page anew
 * helps.
 */
function showFailure(root: HTMLElement, error: unknown): void {
  const heading = Object.assign(document.createElement('h1'), {
    tabIndex: -1,
    textContent: MESSAGES.unexpectedErrorHeading,
  });
  const detail = document.createElement('p');
  const reason = error instanceof Error ? error.message : '';
  detail.textContent = reason === '' ? MESSAGES.unexpectedError : reason;
  const reload = Object.assign(document.createElement('button'), {
    className: 'button',
    textContent: 'Try again',
    onclick: () => window.location.reload(),
  });
  (root.querySelector('main') ?? root).replaceChildren(heading, detail, reload);
  document.title = MESSAGES.unexpectedErrorHeading;
  heading.focus();
}

const root = document.getElementById('root');
if (root !== null) {
  start(root).catch((error: unknown) => showFailure(root, error));
}
