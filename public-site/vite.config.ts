import react from '@vitejs/plugin-react';
import {
  defaultClientConditions,
  defaultServerConditions,
  defineConfig,
  loadEnv,
  type Plugin,
} from 'vite';

const BASE = '/kidlab-reg/';
/** Everything below the base that the server answers; the rest are pages. */
const CALLS =
  '^/kidlab-reg/(families/|children(/|\\?|$)|registration/|invitations|mail-preferences|admin(/|$))';

/**
 * Vite wraps each dynamic import into code that preloads what the imported file needs. The pages' HTML names all of it
 * (scripts/prerender.mjs), so the wrapper is left empty.
 */
const plainDynamicImports: Plugin = {
  name: 'plain-dynamic-imports',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null,
};

export default defineConfig(({ mode }) => {
  const { SERVER_URL, VITE_API_ORIGIN = '' } = loadEnv(mode, '.', ['SERVER_', 'VITE_']);
  return {
    base: BASE,
    define: { __API_ORIGIN__: JSON.stringify(VITE_API_ORIGIN) },
    plugins: [react(), plainDynamicImports],
    resolve: { conditions: ['source', ...defaultClientConditions] },
    ssr: { resolve: { conditions: ['source', ...defaultServerConditions] } },
    build: {
      manifest: true,
      // The landing page is in no program: its pictures come from the prerender build.
      ssrEmitAssets: true,
      // The content security policy allows neither inline scripts nor data: modules.
      assetsInlineLimit: 0,
      // Each page's HTML names the chunks it needs (scripts/prerender.mjs).
      modulePreload: false,
    },
    worker: { format: 'es' },
    optimizeDeps: {
      // Found by Vite only once a field has the focus: the page would reload under the visitor's hands.
      include: ['altcha-lib', 'altcha-lib/workers/shared', 'altcha-lib/algorithms/web/pbkdf2'],
    },
    server: {
      port: 5173,
      proxy: { [CALLS]: { target: SERVER_URL ?? 'http://127.0.0.1:3000' } },
    },
  };
});
