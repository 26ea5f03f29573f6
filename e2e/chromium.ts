import { existsSync } from 'node:fs';
import { chromium, type LaunchOptions } from 'playwright-core';

/** Paths in distributions; the headless shell takes a third less time. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const HELP = `The browser tests need Chromium, and found none. Any of these will do:
  apt-get install chromium
  npx playwright-core install chromium
  CHROMIUM_PATH=/path/to/chromium`;

/**
 * Chooses the Chromium of this process and its children: the configured one, the system's, Playwright's own,
 * or the packaged one, which is unpacked with its libraries to the temporary folder.
 */
export async function chooseChromium(): Promise<void> {
  const found = [process.env['CHROMIUM_PATH'], ...PLACES, chromium.executablePath()].find(
    (place) => place !== undefined && existsSync(place),
  );
  process.env['CHROMIUM_PATH'] = found ?? (await packagedChromium());
}

/** @throws on machines other than Linux x64, which the build does not support */
async function packagedChromium(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error(HELP);
  // Makes the package unpack its libraries, as on AWS Lambda.
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs22.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}

/** Starts the chosen Chromium. */
export const launch = ({ args = [], ...options }: LaunchOptions = {}) =>
  chromium.launch({
    ...options,
    executablePath: process.env['CHROMIUM_PATH'] ?? '',
    // Chromium's sandbox does not work as root.
    args: process.getuid?.() === 0 ? ['--no-sandbox', ...args] : args,
    // Without UTF-8, Chromium saves a file whose name isn't ASCII as "download".
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
