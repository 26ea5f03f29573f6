import { sql } from 'drizzle-orm';
import type { TestService } from '../../../test/harness.ts';
import { type MakeSample, none, type Sample, type Samples } from '../../../test/requests.ts';
import { register } from '../devices/devices.samples.ts';
import { content } from '../news/news.samples.ts';

const push = { expected_devices: 1, version: 1 };
const request = {
  broadcasts: { ...push, note: 'Pour demain' },
  news: { version: 1, plan: {}, note: 'Relu' },
};
type List = keyof typeof request;

/** A push to one phone, or an article. */
async function write(t: TestService, list: List, token: string): Promise<Sample> {
  const member = await t.member();
  if (list === 'broadcasts') await register(t, member);
  const texts = {
    translations: { fr: { title: 'Bonjour', body: 'À tous' } },
    audience: { member_ids: [member.id] },
  };
  const json = list === 'news' ? { content } : texts;
  const { body } = await t.call('POST', `/${list}/`, { token, json });
  return { params: { id: body.id } };
}

/** Of somebody else than the caller. */
const written =
  (list: List): MakeSample =>
  async (t) => ({ ...(await write(t, list, (await t.colleague()).token)), json: request[list] });

/** With a request for approval by somebody else than the caller, who sends this. */
export const asked =
  (list: List, json: object): MakeSample =>
  async (t) => {
    const { token } = await t.colleague();
    const sample = await write(t, list, token);
    await t.call('POST', `/${list}/${sample.params?.['id']}/approval`, { token, json: request[list] });
    return { ...sample, json };
  };

/** With the caller’s own request or, where they may not ask, with one of somebody whose account is erased. */
const askedByCaller =
  (list: List): MakeSample =>
  async (t, caller) => {
    const { token } = await t.colleague();
    const sample = await write(t, list, token);
    for (const by of [caller.token, token])
      await t.call('POST', `/${list}/${sample.params?.['id']}/approval`, { token: by, json: request[list] });
    await t.db.execute(sql`update approvals set asked_by = null
      where coalesce(broadcast_id, news_id) = ${sample.params?.['id']} and asked_by <> ${caller.id}`);
    return sample;
  };

const refusal = { version: 1, comment: 'Le titre est trop long' };

export const samples: Samples = {
  team: {
    'approvals-read_approvals': none,
    'approvals-ask_for_broadcast': written('broadcasts'),
    'approvals-withdraw_for_broadcast': askedByCaller('broadcasts'),
    'approvals-approve_broadcast': asked('broadcasts', push),
    'approvals-send_broadcast_back': asked('broadcasts', refusal),
    'approvals-ask_for_news': written('news'),
    'approvals-withdraw_for_news': askedByCaller('news'),
    'approvals-approve_news': asked('news', { version: 1 }),
    'approvals-send_news_back': asked('news', refusal),
  },
  shownTo: {
    'approvals.titles': ['superuser'],
    'approvals.note': ['superuser'],
    'approvals.comment': ['superuser'],
  },
};
