import './styles/index.css';

import { BASE_PATH, MESSAGES } from '@kidlab/contract';

import { MAIL_PAGES } from './pages.js';
import { forgetComplete } from './registration/storage.js';

const BASE = `${BASE_PATH}/`;
/** Milliseconds before a complete page fetches the next page's program. */
const FETCH_AHEAD_AFTER = 1_000;
const NOT_LOADED =
  'Part of this page could not be loaded. Please check your internet connection and try again.';

/** With a slash after the base path, and none after a page. */
function canonicalPath(pathname: string): string {
  let bare = pathname;
  while (bare.endsWith('/')) bare = bare.slice(0, -1);
  return `${bare}/` === BASE ? BASE : bare;
}

/** Resolves once the page is painted, or immediately if it is hidden. */
async function untilPainted(): Promise<void> {
  if (document.hidden) return;
  // The second frame starts when the first one is painted.
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
}

/**
 * Fetches the files of the program in parallel. Also prefetches those of the next page: Safari has no `prefetch`, and
 * Firefox checks it against `default-src`.
 */
function fetchProgram(root: HTMLElement, fetchPriority: 'auto' | 'low'): void {
  for (const href of root.dataset['program']?.split(' ') ?? []) {
    const link = document.createElement('link');
    const rel = 'modulepreload';
    document.head.append(Object.assign(link, { rel, fetchPriority, crossOrigin: '', href }));
  }
}

/** Loads the program, unless the served page is complete without it. */
async function start(root: HTMLElement): Promise<void> {
  const { pathname, search, hash } = window.location;
  const path = canonicalPath(pathname);
  if (path !== pathname) {
    window.history.replaceState(window.history.state, '', `${path}${search}${hash}`);
  }
  // Starting a new registration clears the last one. A hash only links to the privacy section.
  if (path === BASE && hash === '') forgetComplete();
  // An unknown path is served the landing page's file.
  const isPrerendered = root.dataset['page'] === path;
  // Earlier requests would compete with visible content.
  await untilPainted();
  if (isPrerendered && 'complete' in root.dataset) {
    setTimeout(() => fetchProgram(root, 'low'), FETCH_AHEAD_AFTER);
    return;
  }
  fetchProgram(root, 'auto');
  const isMailed = MAIL_PAGES.includes(path.slice(BASE_PATH.length));
  const program = isMailed ? import('./mail-app.js') : import('./browser-app.js');
  const { start: startProgram } = await program.catch((error: unknown) => {
    // The browser's message contains a URL, which is no help to a visitor.
    throw new Error(NOT_LOADED, { cause: error });
  });
  await startProgram(root, isPrerendered);
}

/** The program did not load, for example because a new version replaced its files. Reloading helps. */
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
