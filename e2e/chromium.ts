import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** Where distributions put it; the shell, which has no window to draw, takes a third less time. */
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
 * Chooses the Chromium of this process and its children: the one that is named, the system's, Playwright's own, or
 * the one that comes with the packages, which is unpacked to the temporary folder with the libraries that it needs.
 */
export async function chooseChromium(): Promise<void> {
  const found = [process.env['CHROMIUM_PATH'], ...PLACES, chromium.executablePath()].find(
    (place) => place !== undefined && existsSync(place),
  );
  process.env['CHROMIUM_PATH'] = found ?? (await packagedChromium());
}

/** @throws on machines other than Linux x64, which it is not built for */
async function packagedChromium(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error(HELP);
  // Makes the package unpack its libraries, as it does where it expects a machine without any.
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs22.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}

/** Starts the Chromium that was chosen. */
export const launch = () =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '',
    // Chromium's sandbox does not work as root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
