import './portal.css';

import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

import { App } from './App.js';

function start(): void {
  const root = document.getElementById('root');
  if (root === null) return;
  const { pathname } = window.location;
  const supportEmail = document.querySelector<HTMLMetaElement>('meta[name="support-email"]');
  const page = (
    <StrictMode>
      <App path={pathname} supportEmail={supportEmail?.content ?? ''} />
    </StrictMode>
  );
  if (root.dataset['page'] === pathname) {
    hydrateRoot(root, page);
  } else {
    root.replaceChildren();
    createRoot(root).render(page);
  }
}

start();
