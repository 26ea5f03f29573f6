import { freePort } from '../apps/api/test/ports.ts';
import { compare, signIn, startProgram, withDatabase } from './support.ts';

/** Compares the product with metrics, scraped every second, to the product without: on one database, alternating. */
const PRODUCT = 'apps/api/dist/main.js';

await withDatabase(async ({ settings }) => {
  const METRICS_PORT = String(await freePort());
  const observed = await startProgram(PRODUCT, { ...settings, METRICS_PORT });
  const plain = await startProgram(PRODUCT, settings);
  const token = await signIn(observed);
  const scraping = setInterval(
    () => void fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`).then((answer) => answer.arrayBuffer()),
    1_000,
  );
  console.log('With metrics, before without:');
  await compare(observed, plain, [['GET /users/me', { token, path: '/api/v1/users/me' }, 0.95]]);
  console.log(
    `Memory: ${observed.residentMegabytes().toFixed(0)} MB and ${plain.residentMegabytes().toFixed(0)} MB`,
  );
  clearInterval(scraping);
  await observed.stop();
  await plain.stop();
});
