import { defineConfig } from 'vite';

const api = `http://localhost:${process.env['PORT'] ?? 8000}`;

/** In development the page comes from Vite, and everything else from the API beside it. */
export default defineConfig({
  server: { port: 5173, proxy: { '/api': api, '/docs': api, '/health': api, '/mailbox': api } },
});
