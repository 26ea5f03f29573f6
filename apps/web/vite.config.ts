import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { contractRoutes } from './vite/contract-routes.ts';
import { mantineVariables } from './vite/mantine-variables.ts';
import { sonnerWithoutStyles } from './vite/sonner-without-styles.ts';

const api = `http://localhost:${process.env['PORT'] ?? 8000}`;

/** In development the page comes from Vite, and everything else from the API beside it. */
export default defineConfig({
  plugins: [
    react(),
    contractRoutes(),
    mantineVariables(),
    sonnerWithoutStyles(),
    compression({ include: /\.(js|css|svg|html|woff2)$/, exclude: /index\.html$/ }),
  ],
  build: {
    target: 'es2023',
    // The Content-Security-Policy has no place for data: addresses.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'framework',
              test: /\/node_modules\/(@tanstack|react|react-dom|scheduler|react-router)\//,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': api, '/docs': api, '/health': api, '/mailbox': api, '/pushes': api },
  },
});
