import { randomUUID } from 'node:crypto';
import type { MessageListed, MessageThread } from '@agora/contract/features/messages/messages.schema';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type Account, TestService } from './harness.ts';

const START = new Date('2036-03-10T12:00:00Z').getTime();

/** A member, and a team of two on two instances of the service, at their own time. */
export class Conversations {
  time = START;
  t!: TestService;
  twin!: TestService;
  admin!: Account;
  colleague!: Account;
  /** A new member for each test. */
  member!: Account;

  readonly now = () => new Date(this.time);

  as =
    (account: Account, instance = this.t) =>
    (method: string, path: string, json?: object) =>
      instance.call(method, path, { token: account.token, ...(json && { json }) });

  team = (method: string, path: string, json?: object) => this.as(this.admin)(method, path, json);

  /** Starts a conversation as a member. @returns its id */
  send = async (fields: object = {}, account = this.member): Promise<string> => {
    const json = { body: 'Bonjour', client_token: randomUUID(), ...fields };
    return (await this.as(account)('POST', '/app/messages', json)).body.id;
  };

  /** Sends a follow-up message as a member. */
  answer = (id: string, body = 'Encore moi', account = this.member) =>
    this.as(account)('POST', `/app/messages/${id}/replies`, { body, client_token: randomUUID() });

  read = async (id: string): Promise<MessageThread> => (await this.team('GET', `/messages/${id}`)).body;

  /** Replies as the team, with the latest entry seen. */
  reply = async (id: string, fields: object = {}, account = this.admin) => {
    const { entries } = await this.read(id);
    const json = { body: 'Voilà', last_entry_id: entries.at(-1)?.id, ...fields };
    return this.as(account)('POST', `/messages/${id}/replies`, json);
  };

  list = async (query: string): Promise<{ data: MessageListed[]; count: number }> =>
    (await this.team('GET', `/messages/?${query}`)).body;

  /** A conversation as its member sees it. */
  mine = async (id: string) => (await this.as(this.member)('GET', `/app/messages/${id}`)).body;

  countsOn = async (instance: TestService) =>
    (await this.as(this.admin, instance)('GET', '/messages/counts')).body;
}

/** Starts both instances for the tests of one file. */
export function useConversations(more: Record<string, string> = {}): Conversations {
  const scene = new Conversations();
  const { now } = scene;
  const settings = { ACCESS_TOKEN_EXPIRE_MINUTES: '525600', ...more };
  beforeAll(async () => {
    scene.t = await TestService.start({ now, settings });
    scene.twin = await TestService.start({ now, settings, beside: scene.t });
    [scene.admin, scene.colleague] = [await scene.t.superuser(), await scene.t.colleague()];
  });
  afterAll(async () => {
    await scene.twin?.stop();
    await scene.t?.stop();
  });
  beforeEach(async () => {
    scene.time = START;
    scene.member = await scene.t.member({ full_name: 'Éloïse Lefèvre' });
  });
  return scene;
}

/** Asserts that badge, list and dashboard agree on every instance. */
export async function expectOneMeaning(scene: Conversations) {
  const { count } = await scene.list('awaiting=true&limit=1000');
  const [counted] = await scene.t.db.execute(
    sql`select count(*)::int as count from message_threads
      where awaiting_team and coalesce(asleep_until <= ${scene.now().toISOString()}, true)`,
  );
  const { messages_awaiting } = (await scene.team('GET', '/dashboard/')).body;
  const badges = [
    (await scene.countsOn(scene.t)).awaiting,
    (await scene.countsOn(scene.twin)).awaiting,
    messages_awaiting,
  ];
  expect([count, ...badges]).toEqual(Array(4).fill(counted?.['count']));
}
