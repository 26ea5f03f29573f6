import { UUID } from '@agora/contract/shared/uuid';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../db/client.ts';
import { preferredLocale } from '../preferred-locale.ts';
import { HTML_HEADERS, pageHeaders } from './local-page.ts';
import { MAILBOX_STYLE, mailboxPage } from './mailbox.page.ts';
import { findMail, listMails } from './mailbox.queries.ts';

interface MailboxDeps {
  db: Db;
  projectName: string;
  timeZone: string;
}

/** Pages that show unsent mails. They need no sign-in: for a developer's machine only. */
export async function mailboxRoutes(
  app: FastifyInstance,
  { db, projectName, timeZone }: MailboxDeps,
): Promise<void> {
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, id?: string) => {
    const to = recipientOf(request);
    const heads = await listMails(db, to);
    const mail = await findById(db, id ?? heads[0]?.id);
    const locale = preferredLocale(request, 'fr');
    return reply
      .status(id && !mail ? 404 : 200)
      .headers(PAGE_HEADERS)
      .header('content-language', locale)
      .send(mailboxPage({ projectName, locale, timeZone, heads, mail, to, isChosen: id !== undefined }));
  };

  app.get('/mailbox', (request, reply) => sendPage(request, reply));

  app.get<{ Params: { id: string } }>('/mailbox/:id', (request, reply) =>
    sendPage(request, reply, request.params.id),
  );

  app.get<{ Params: { id: string } }>('/mailbox/:id/html', async (request, reply) => {
    const mail = await findById(db, request.params.id);
    if (!mail) return sendPage(request, reply, request.params.id);
    return reply.headers(MAIL_HEADERS).send(mail.html.replace(/<head>/i, '$&<base target="_blank">'));
  });
}

const findById = async (db: Db, id?: string) => (id && UUID.test(id) ? findMail(db, id) : undefined);

/** Returns the requested recipient, without characters that Postgres rejects in text. */
function recipientOf({ query }: FastifyRequest): string | undefined {
  const { to } = query as { to?: unknown };
  return typeof to === 'string' ? to.toWellFormed().replaceAll('\0', '').trim() || undefined : undefined;
}

const PAGE_HEADERS = pageHeaders(MAILBOX_STYLE, "frame-src 'self'; form-action 'self';");

/** For the mail in its frame, with inline styles. */
const MAIL_HEADERS = {
  ...HTML_HEADERS,
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
};
