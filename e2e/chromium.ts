import { existsSync } from 'node:fs';
import { chromium, type LaunchOptions } from 'playwright-core';

/** True where @sparticuz/chromium runs. */
const PACKAGED = process.platform === 'linux' && process.arch === 'x64';

/** Paths of installed browsers on platforms other than Linux x64, for which there is no package. */
const PLACES = [
  '/usr/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Selects the Chromium of this process and its children: that of `CHROMIUM_PATH`, or the packaged one, which is unpacked
 * with its libraries into the temporary folder.
 * @throws {Error} on platforms that have neither
 */
export async function chooseChromium(): Promise<void> {
  if (process.env['CHROMIUM_PATH']) return;
  const found = PACKAGED ? await packagedChromium() : PLACES.find((place) => existsSync(place));
  if (!found) throw new Error('Set CHROMIUM_PATH to the program of Chromium.');
  process.env['CHROMIUM_PATH'] = found;
}

async function packagedChromium(): Promise<string> {
  // Makes the package unpack its libraries, as on AWS Lambda.
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs22.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}

/** Starts the selected Chromium. */
export const launch = ({ args = [], ...options }: LaunchOptions = {}) =>
  chromium.launch({
    ...options,
    executablePath: process.env['CHROMIUM_PATH'] ?? '',
    // Chromium's sandbox does not work as root.
    args: process.getuid?.() === 0 ? ['--no-sandbox', ...args] : args,
    // Without UTF-8, Chromium saves a file whose name isn't ASCII as "download".
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
