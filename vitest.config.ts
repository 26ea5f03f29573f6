import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'contract', root: 'packages/contract' } },
      { extends: true, test: { name: 'web', root: 'apps/web' } },
      {
        extends: true,
        test: { name: 'api', root: 'apps/api', globalSetup: './test/global-setup.ts', maxWorkers: 3 },
      },
      {
        extends: true,
        test: { name: 'e2e', root: 'e2e', globalSetup: './global-setup.ts', maxWorkers: 2 },
      },
    ],
  },
});
