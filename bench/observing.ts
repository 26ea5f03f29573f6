import { freePort } from '../apps/api/test/ports.ts';
import { startReceiver } from '../apps/api/test/receiver.ts';
import { compare, type Database, signIn, startProgram, withDatabase } from './support.ts';

/** Compares the product that is observed to the product that is not: on one database, alternating. */
const PRODUCT = 'apps/api/dist/main.js';

async function compareObserved(what: string, { settings }: Database, observing: Record<string, string>) {
  const observed = await startProgram(PRODUCT, { ...settings, ...observing });
  const plain = await startProgram(PRODUCT, settings);
  const token = await signIn(observed);
  console.log(`\nWith ${what}, before without:`);
  await compare(observed, plain, [['GET /users/me', { token, path: '/api/v1/users/me' }, 0.95]]);
  console.log(
    `Memory: ${observed.residentMegabytes().toFixed(0)} MB and ${plain.residentMegabytes().toFixed(0)} MB`,
  );
  await observed.stop();
  await plain.stop();
}

const receiver = await startReceiver();
await withDatabase(async (database) => {
  const METRICS_PORT = String(await freePort());
  const scraping = setInterval(
    () =>
      void fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)
        .then((answer) => answer.arrayBuffer())
        .catch(() => undefined),
    1_000,
  );
  await compareObserved('metrics, scraped every second', database, { METRICS_PORT });
  clearInterval(scraping);
  await compareObserved('traces', database, { OTEL_EXPORTER_OTLP_ENDPOINT: `http://${receiver.host}` });
  console.log(`${receiver.received.length} batches of spans`);
  await compareObserved('error reports', database, { SENTRY_DSN: `http://key@${receiver.host}/1` });
});
receiver.stop();
