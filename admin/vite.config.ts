import react from '@vitejs/plugin-react';
import { defaultClientConditions, defaultServerConditions, defineConfig, loadEnv } from 'vite';

export default defineConfig(({ mode }) => {
  const { SERVER_URL } = loadEnv(mode, '.', 'SERVER_');
  return {
    base: '/kidlab-reg/admin/',
    plugins: [react()],
    resolve: { conditions: ['source', ...defaultClientConditions] },
    ssr: { resolve: { conditions: ['source', ...defaultServerConditions] } },
    build: {
      manifest: true,
      // The content security policy allows neither inline scripts nor data: modules.
      assetsInlineLimit: 0,
      // Each page's HTML names the chunks it is drawn with (scripts/prerender.mjs).
      modulePreload: { polyfill: false },
    },
    server: {
      port: 5174,
      proxy: {
        '^/kidlab-reg/admin/(api/|logout$)': { target: SERVER_URL ?? 'http://127.0.0.1:3000' },
      },
    },
  };
});
