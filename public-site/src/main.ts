import './styles/index.css';

/** `/kidlab-reg/` */
const BASE = import.meta.env.BASE_URL;

/** Addresses as the site writes them: a slash after the base path, none after a page. */
function canonicalPath(pathname: string): string {
  const bare = pathname.replace(/\/+$/, '');
  return `${bare}/` === BASE ? BASE : bare;
}

/** Loads the program, unless the page that was served is complete without it. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) return;
  const { pathname, search, hash } = window.location;
  const path = canonicalPath(pathname);
  if (path !== pathname) {
    window.history.replaceState(window.history.state, '', `${path}${search}${hash}`);
  }
  // An unknown path gets the landing page's file: what stands there is not what belongs there.
  const isPrerendered = root.dataset['page'] === path;
  if (isPrerendered && 'complete' in root.dataset) return;
  const { startApp } = await import('./browser-app.js');
  await startApp(root, isPrerendered);
}

void start();
