import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../db/client.ts';
import { AppError } from '../errors.ts';
import { mailboxPage } from './mailbox.page.ts';
import { findMail, listMails } from './mailbox.queries.ts';

interface MailboxDeps {
  db: Db;
  projectName: string;
}

/** The mail's own styles and links, and nothing else of it, in a frame of our page. */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "frame-ancestors 'self'",
].join('; ');

const pagePolicy = (nonce: string) =>
  `default-src 'none'; style-src 'nonce-${nonce}'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

/** Pages for developers to read the mails of a service without a mail server. */
export async function mailboxRoutes(app: FastifyInstance, { db, projectName }: MailboxDeps) {
  app.get<{ Querystring: { to?: unknown } }>('/mailbox', (request, reply) => page(request, reply));
  app.get<{ Params: { id: string }; Querystring: { to?: unknown } }>('/mailbox/:id', (request, reply) =>
    page(request, reply, request.params.id),
  );
  app.get<{ Params: { id: string } }>('/mailbox/:id/html', async (request, reply) => {
    const { html } = await requireMail(request.params.id);
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', MAIL_POLICY)
      .header('x-frame-options', 'SAMEORIGIN')
      .header('cache-control', 'no-store');
    return html.replace('<head>', '<head><base target="_blank">');
  });

  async function page(
    request: FastifyRequest<{ Querystring: { to?: unknown } }>,
    reply: FastifyReply,
    id?: string,
  ) {
    const to = typeof request.query.to === 'string' && request.query.to !== '' ? request.query.to : undefined;
    const mails = await listMails(db, to);
    const mail = id === undefined ? mails[0] : await requireMail(id);
    const nonce = randomBytes(16).toString('base64');
    const locale = /^\s*en/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'fr';
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pagePolicy(nonce))
      .header('cache-control', 'no-store');
    return mailboxPage({ projectName, locale, nonce, mails, mail, to, isOpened: id !== undefined });
  }

  async function requireMail(id: string) {
    const mail = /^[\da-f-]{36}$/.test(id) ? await findMail(db, id) : undefined;
    if (!mail) throw new AppError('not_found');
    return mail;
  }
}
