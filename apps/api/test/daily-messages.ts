import type { DailyMessagePublic } from '@agora/contract/features/daily-messages/daily-messages.schema';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type Account, TestService } from './harness.ts';

export const TODAY = '2036-03-10';

export const text = (body: string) => ({ title: '', body, author: '' });

/** A planner with a separate day; no messages exist when a test starts. */
export class DailyMessages {
  time = new Date(`${TODAY}T12:00:00Z`);
  t!: TestService;
  admin!: Account;

  call = (method: string, path: string, json?: unknown) =>
    this.t.call(method, `/daily-messages/${path}`, { token: this.admin.token, json });

  write = async (fields: Record<string, unknown> = {}): Promise<DailyMessagePublic> => {
    const defaults = { status: 'ready', translations: { fr: text('Bonjour'), en: text('Hello') } };
    const { status, body } = await this.call('POST', '', { ...defaults, ...fields });
    expect([status, body]).toEqual([200, body]);
    return body;
  };

  onDay = (day: string | null, fields: Record<string, unknown> = {}) =>
    this.write({ day, translations: { fr: text(`Message ${day}`) }, ...fields });

  /** Planned messages by day. */
  plan = async (): Promise<Record<string, string>> => {
    const { body } = await this.call('GET', '?place=planned&sort=day');
    return Object.fromEntries(
      body.data.map((message: DailyMessagePublic) => [message.day, message.translations.fr?.body]),
    );
  };
}

/** Starts the service for the tests of one file. */
export function useDailyMessages(): DailyMessages {
  const scene = new DailyMessages();
  beforeAll(async () => {
    scene.t = await TestService.start({ now: () => scene.time });
  });
  afterAll(() => scene.t.stop());
  beforeEach(async () => {
    scene.time = new Date(`${TODAY}T12:00:00Z`);
    scene.admin = await scene.t.superuser();
    await scene.t.db.execute(sql`delete from daily_message_issues`);
    await scene.t.db.execute(sql`delete from daily_messages`);
  });
  return scene;
}
