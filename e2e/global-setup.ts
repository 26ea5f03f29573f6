import type { TestProject } from 'vitest/node';
import startDatabase from '../apps/api/test/global-setup.ts';
import { chooseChromium } from './chromium.ts';

/** Prepares a browser, and a PostgreSQL as the tests of the API have, before the first journey. */
export default async function setup(project: TestProject) {
  await chooseChromium();
  return startDatabase(project);
}
