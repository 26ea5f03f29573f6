import type { Browser } from 'playwright-core';
import { chooseChromium, launch } from '../e2e/chromium.ts';
import { median, type Server, signIn, startProgram, withDatabase } from './support.ts';

/**
 * Measures the Largest Contentful Paint on a slow phone, in milliseconds: empty cache, slow 4G and a quarter
 * of this machine's speed. Build the web application first. Prints medians of alternating rounds.
 */
const ROUNDS = 3;
/** Lighthouse's slow 4G, in bytes per second and milliseconds. */
const NETWORK = { offline: false, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8, latency: 150 };
const CPU_SLOWDOWN = 4;
/** Milliseconds without a larger paint after which the last one counts. */
const QUIET = 4_000;

const SIGN_IN = 2_000;
const LIST = 3_200;

const PAGES: [path: string, target: number][] = [
  ['/login', SIGN_IN],
  ['/signup', SIGN_IN],
  ['/dashboard', LIST],
  ['/members', LIST],
  ['/items', LIST],
  ['/news', LIST],
  ['/daily-message', LIST],
  ['/messages', LIST],
];

await chooseChromium();
await withDatabase(async ({ settings }) => {
  const server = await startProgram('apps/api/dist/main.js', { ...settings, SEED_DEMO: 'true' });
  const token = await signIn(server);
  const browser = await launch();
  const seen = new Map<string, Seen[]>(PAGES.map(([path]) => [path, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [path, target] of PAGES)
      seen
        .get(path)
        ?.push(await visit({ browser, server, path, token: target === LIST ? token : undefined }));
  console.log(`Largest paint on slow 4G with a ${CPU_SLOWDOWN} times slower CPU, medians of ${ROUNDS}`);
  for (const [path, target] of PAGES) {
    const rounds = seen.get(path) ?? [];
    const [paint, kilobytes] = [median(rounds.map(({ paint }) => paint)), median(rounds.map(({ kb }) => kb))];
    console.log(
      `  ${path.padEnd(16)} ${(paint / 1000).toFixed(2).padStart(5)} s of ${(target / 1000).toFixed(1)} s` +
        `   ${kilobytes.toFixed(0).padStart(4)} kB of scripts`,
    );
  }
  await browser.close();
  await server.stop();
});

interface Visit {
  browser: Browser;
  server: Server;
  path: string;
  token: string | undefined;
}

interface Seen {
  /** Milliseconds from the navigation to the largest paint. */
  paint: number;
  /** Kilobytes of compressed scripts transferred until then. */
  kb: number;
}

async function visit({ browser, server, path, token }: Visit): Promise<Seen> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  if (token) await context.addInitScript((value) => localStorage.setItem('access_token', value), token);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(server.url + path);
  const seen = await page.evaluate(
    (quiet) =>
      new Promise<Seen>((resolve) => {
        let paint = 0;
        let timer: ReturnType<typeof setTimeout> | undefined;
        const settle = () => {
          const scripts = performance
            .getEntriesByType('resource')
            .filter((entry) => entry.name.endsWith('.js') && entry.startTime < paint);
          const bytes = scripts.reduce(
            (sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize,
            0,
          );
          resolve({ paint, kb: bytes / 1000 });
        };
        new PerformanceObserver((list) => {
          paint = list.getEntries().at(-1)?.startTime ?? paint;
          clearTimeout(timer);
          timer = setTimeout(settle, quiet);
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
    QUIET,
  );
  await context.close();
  return seen;
}
