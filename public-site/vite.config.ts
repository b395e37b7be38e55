import react from '@vitejs/plugin-react';
import { defaultClientConditions, defaultServerConditions, defineConfig, loadEnv } from 'vite';

const BASE = '/kidlab-reg/';
/** Everything below the base that the server answers; the rest are pages. */
const CALLS = '^/kidlab-reg/(families/|children(/|\\?|$)|registration/|admin(/|$))';

export default defineConfig(({ mode }) => {
  const { SERVER_URL } = loadEnv(mode, '.', 'SERVER_');
  return {
    base: BASE,
    plugins: [react()],
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
