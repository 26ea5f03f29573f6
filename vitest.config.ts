import { defaultExclude, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { contractRoutes } from './apps/web/vite/contract-routes.ts';

/** Tests that take too long for every change, see `test:deep`. */
const DEEP = '**/*.deep.test.ts';

/** Files that are short and take longest. */
const LONGEST = /\/(?:input\.deep|fuzz\.deep|regular-expressions\.deep|instances\.deep|crawl)\.test\.ts$/;

/** Without the times of an earlier run, as in CI, Vitest starts the largest files first; and the longest would end alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const { first = [], rest = [] } = Object.groupBy(sorted, ({ moduleId }) =>
      LONGEST.test(moduleId) ? 'first' : 'rest',
    );
    return [...first, ...rest];
  }
}

const api = {
  root: 'apps/api',
  globalSetup: './test/global-setup.ts',
  setupFiles: './test/setup.ts',
};

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // Files of one worker share its modules: each starts its own service on its own database all the same.
    isolate: false,
    // Most lines of a test run too few times to be worth optimising: the whole takes a twentieth less time.
    execArgv: ['--no-opt'],
    // Products that tests start find their scripts compiled.
    env: { NODE_COMPILE_CACHE: `${import.meta.dirname}/node_modules/.cache/node` },
    // Twice the processors of CI: many tests wait for timeouts.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'contract', root: 'packages/contract' } },
      {
        extends: true,
        plugins: [contractRoutes()],
        test: { name: 'web', root: 'apps/web', environment: 'jsdom', setupFiles: './test/setup.ts' },
      },
      { extends: true, test: { ...api, name: 'api', exclude: [...defaultExclude, DEEP] } },
      {
        extends: true,
        test: { ...api, name: 'deep', include: [DEEP], testTimeout: 300_000, hookTimeout: 300_000 },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          root: 'e2e',
          globalSetup: './global-setup.ts',
          setupFiles: '../apps/api/test/setup.ts',
          testTimeout: 120_000,
          // Each has a browser of its own, which compiles the product's scripts anew: a fourth took longer in all.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
