import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, extname } from 'node:path';

/** Folder of this package, whether its sources run or the bundle does. */
const PACKAGE = dirname(findPackageJSON('.', import.meta.url) ?? '');

/** Root of the repository, with `.env` and the data folder. */
export const ROOT = `${dirname(dirname(PACKAGE))}/`;

/** Path of a file of this package that is read when the service runs. */
export const packageFile = (path: string): string => `${PACKAGE}/${path}`;

/** Version of the product, for traces and error reports. */
export const productVersion = (): string =>
  (JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string }).version;

/** Extension of the programs that this one starts: `.js` in the bundle. */
export const PROGRAM_EXTENSION = extname(import.meta.filename);
