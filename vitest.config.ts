import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { contractRoutes } from './apps/web/vite/contract-routes.ts';

/**
 * Files that take up to minutes each begin first, so that no worker is left alone with one at the end. First of all the two
 * that compute for longest, since many others wait for timeouts.
 */
const FIRST = [
  /\/test\/(attack\/input|fuzz\/fuzz)\.test/,
  /\/test\/(attack|faults)\/|\/(process|embedded)\.test/,
];

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turn = ({ moduleId }: TestSpecification) => {
      const index = FIRST.findIndex((pattern) => pattern.test(moduleId));
      return index < 0 ? FIRST.length : index;
    };
    return (await super.sort(files)).toSorted((one, other) => turn(one) - turn(other));
  }
}

export default defineConfig({
  test: {
    // Only what fails takes this long: a machine that does other things can be many times slower.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: SlowFirst },
    // Files of one worker share its modules: each starts its own service on its own database all the same.
    isolate: false,
    // Most lines of a test run too few times to be worth optimising: the whole takes a twentieth less time.
    execArgv: ['--no-opt'],
    // Products that tests start find their scripts compiled.
    env: { NODE_COMPILE_CACHE: `${import.meta.dirname}/node_modules/.cache/node` },
    // Twice the processors of CI: many tests wait for timeouts.
    maxWorkers: 4,
    projects: [
      { extends: true, test: { name: 'contract', root: 'packages/contract' } },
      {
        extends: true,
        plugins: [contractRoutes()],
        test: { name: 'web', root: 'apps/web', environment: 'jsdom', setupFiles: './test/setup.ts' },
      },
      {
        extends: true,
        test: {
          name: 'api',
          root: 'apps/api',
          globalSetup: './test/global-setup.ts',
          setupFiles: './test/setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          root: 'e2e',
          globalSetup: './global-setup.ts',
          setupFiles: '../apps/api/test/setup.ts',
          // Each has a browser of its own, which compiles the product's scripts anew: a fourth took longer in all.
          maxWorkers: 3,
          // CI runs a failed journey again: the browser and the service share two cores there.
          retry: Number(process.env['JOURNEY_RETRIES'] ?? 0),
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
