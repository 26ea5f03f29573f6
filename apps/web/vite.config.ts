import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { contractRoutes } from './vite/contract-routes.ts';

const api = `http://localhost:${process.env['PORT'] ?? 8000}`;

/** In development the page comes from Vite, and everything else from the API beside it. */
export default defineConfig({
  plugins: [
    react(),
    contractRoutes(),
    compression({ include: /\.(js|css|svg|html|woff2)$/, exclude: /index\.html$/ }),
  ],
  build: {
    // The Content-Security-Policy has no place for data: addresses.
    assetsInlineLimit: 0,
    // For scripts/size.ts.
    manifest: true,
    rolldownOptions: {
      output: {
        // Few files: over HTTP/1.1 a browser loads six at a time, and each takes a round trip at least.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2 },
            { name: 'shared', minShareCount: 6, priority: 1 },
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
