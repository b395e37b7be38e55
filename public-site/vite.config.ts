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
const CALLS = '^/kidlab-reg/(families/|children(/|\\?|$)|registration/|admin(/|$))';

/**
 * Parts of react-router that nobody uses stay in the bundle because of how they are written: a bundler can't tell that
 * making a component and naming it for developers has no effect. So it is told, and that nobody reads warnings for developers.
 * Where this fits no more, after an update of the router, the pages only grow, and scripts/page-sizes.mjs says so.
 */
const routerWithoutUnused: Plugin = {
  name: 'router-without-unused',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes('/react-router/dist/')
      ? code
          .replace(/^var ENABLE_DEV_WARNINGS = true;$/m, 'var ENABLE_DEV_WARNINGS = false;')
          .replace(/^\w+\.displayName = "\w+";$/gm, '')
          .replace(/\w+\.(forwardRef|memo|createContext)\(/g, '/* @__PURE__ */ $&')
      : null,
};

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
  const { SERVER_URL } = loadEnv(mode, '.', 'SERVER_');
  return {
    base: BASE,
    plugins: [react(), plainDynamicImports, routerWithoutUnused],
    resolve: { conditions: ['source', ...defaultClientConditions] },
    ssr: { resolve: { conditions: ['source', ...defaultServerConditions] } },
    build: {
      manifest: true,
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
