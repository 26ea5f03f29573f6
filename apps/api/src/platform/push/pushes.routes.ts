import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/client.ts';
import { pageHeaders } from '../mail/local-page.ts';
import { preferredLocale } from '../preferred-locale.ts';
import { countLocalPushes, listLocalPushes } from './local.ts';
import { PUSHES_STYLE, pushesPage } from './pushes.page.ts';

const SHOWN = 100;

const HEADERS = pageHeaders(PUSHES_STYLE, "img-src 'self'; form-action 'none';");

interface PushesDeps {
  db: Db;
  projectName: string;
  timeZone: string;
}

/** Page that shows unsent pushes. It needs no sign-in: for a developer's machine only. */
export async function pushesRoutes(
  app: FastifyInstance,
  { db, projectName, timeZone }: PushesDeps,
): Promise<void> {
  app.get('/pushes', async (request, reply) => {
    const locale = preferredLocale(request, 'fr');
    const [pushes, count] = await Promise.all([
      listLocalPushes(db, { skip: 0, limit: SHOWN }),
      countLocalPushes(db),
    ]);
    return reply
      .headers(HEADERS)
      .header('content-language', locale)
      .send(pushesPage({ projectName, locale, timeZone, pushes, count }));
  });
}
