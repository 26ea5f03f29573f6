import type { Locator, Page } from 'playwright-core';
import type { Account } from '../apps/api/test/harness.ts';
import { fileForm } from '../apps/api/test/requests.ts';
import { useProduct } from './harness.ts';
import { marker, settle } from './steps.ts';
import { inEnglish } from './watching.ts';

export interface Sent {
  id: string;
  number: number;
  member: Account;
  subject: string;
}

const SECRET = 'of-those-who-hand-mails-over-to-us';

/** Widths of the pictures shown in an element. */
export const widthsOf = (where: Locator) =>
  where.locator('img').evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth));

export const thread = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true });

export const replyField = (page: Page) => page.getByLabel('Reply to Zoé Lefèvre');

export const row = (page: Page, subject: string) => page.getByRole('listitem').filter({ hasText: subject });

export const menuEntry = (page: Page) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: /^Received messages/ });

export const heading = (page: Page, subject: string) =>
  page.getByRole('heading', { name: subject, exact: true });

/** Starts the product, with helpers for journeys about conversations. */
export function useMessages() {
  const product = useProduct({ INBOUND_EMAIL: 'team@in.example.com', INBOUND_EMAIL_SECRET: SECRET });
  const superuser = () => inEnglish(product().t, product().t.superuser());
  const colleague = () => inEnglish(product().t, product().t.colleague());
  async function openAs(path: string, account?: Account, options = {}): Promise<Page> {
    const page = await product().open(path, { as: account ?? (await superuser()), locale: 'en', ...options });
    await settle(page);
    return page;
  }
  /** Starts a conversation as a member of the app. */
  async function send(fields: Record<string, unknown> = {}, writer?: Account): Promise<Sent> {
    const member = writer ?? (await product().t.member({ full_name: 'Zoé Lefèvre' }));
    const json = { subject: marker(), body: 'Where is it?', client_token: crypto.randomUUID(), ...fields };
    const { body } = await product().t.call('POST', '/app/messages', { token: member.token, json });
    return { id: body.id, number: body.number, member, subject: body.subject };
  }
  async function api(method: string, path: string, json?: unknown, account?: Account) {
    const { token } = account ?? (await product().t.superuser());
    const { body } = await product().t.call(method, path, { token, json });
    return body;
  }
  /** Uploads a picture of a member, before its message. @returns its id */
  async function upload({ token }: Account, bytes: Buffer): Promise<string> {
    const { body } = await product().t.call('POST', '/message-images/', { token, ...fileForm(bytes) });
    return body.id;
  }
  /** Name of the first administrator. */
  async function adminName(): Promise<string> {
    const { full_name, email } = await api('GET', '/users/me');
    return full_name ?? email;
  }
  /** Delivers a mail like a mail server. */
  const handOver = (mail: string) =>
    product().t.call('POST', '/inbound-mail', {
      token: SECRET,
      ...fileForm(Buffer.from(mail.replaceAll('\n', '\r\n'))),
    });
  return { product, superuser, colleague, openAs, send, api, upload, adminName, handOver };
}
