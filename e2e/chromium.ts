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

/** The Chromium to use: the one that is named, the system's, or Playwright's own. */
function chromiumPath(): string {
  const path = [process.env['CHROMIUM_PATH'], ...PLACES, chromium.executablePath()].find(
    (place) => place !== undefined && existsSync(place),
  );
  if (!path) throw new Error(HELP);
  return path;
}

export const launch = () =>
  chromium.launch({
    executablePath: chromiumPath(),
    // Chromium's sandbox does not work as root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
