import type { TestProject } from 'vitest/node';
import startDatabase from '../apps/api/test/global-setup.ts';
import { chooseChromium } from './chromium.ts';

/** Starts a browser, and a PostgreSQL like the API's tests, before the first journey. */
export default async function setup(project: TestProject) {
  await chooseChromium();
  return startDatabase(project);
}
