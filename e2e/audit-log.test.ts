import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { auditLogs } from '../apps/api/src/features/audit/audit.table.ts';
import { french } from '../apps/api/test/articles.ts';
import type { Account, TestService } from '../apps/api/test/harness.ts';
import { expectAccessible, useProduct } from './harness.ts';
import { expectShown, expectSoon, inEnglish } from './watching.ts';

const product = useProduct();

const superuser = async (locale: 'fr' | 'en') => {
  const { t } = product();
  return locale === 'en' ? inEnglish(t, t.colleague()) : t.colleague();
};

const NEXT_YEAR = new Date().getFullYear() + 1;

const WORDS = {
  en: {
    sentence: (admin: string, member: string) =>
      `Ada Lovelace (${admin}) changed the account After (${member})`,
    own: (admin: string) => `Ada Lovelace (${admin}) changed their own account`,
    details: 'Details',
    field: 'Full name',
    online: ['Online from', 'Status'],
    updated: ['Published text'],
    history: 'History',
    historyOf: (title: string) => `History of ${title}`,
    link: 'Link',
    day: { sent: `${NEXT_YEAR}-11-02`, shown: `2 November ${NEXT_YEAR}` },
    save: 'Save',
    all: 'All entries',
    actions: 'All actions',
    erasures: 'Final erasures',
    clear: 'Clear the filters',
    export: 'Export CSV',
    exported: (email: string) => `,person,Ada Lovelace (${email}),change,account,`,
    exportedChanges: 'Full name: A Member → Grace Hopper',
    deeds: {
      deactivated: 'deactivated the account',
      reactivated: 'reactivated',
      also: 'Also changed: Full name',
    },
    by: 'Everything by this person',
    byName: 'By Ada Lovelace',
  },
  fr: {
    sentence: (admin: string, member: string) =>
      `Ada Lovelace (${admin}) a modifié le compte After (${member})`,
    own: (admin: string) => `Ada Lovelace (${admin}) a modifié son compte`,
    details: 'Détails',
    field: 'Nom complet',
    online: ['En ligne à partir du', 'Statut'],
    updated: ['Texte publié'],
    history: 'Historique',
    historyOf: (title: string) => `Historique : ${title}`,
    link: 'Lien',
    day: { sent: `${NEXT_YEAR}-11-01`, shown: `1er\u00a0novembre\u00a0${NEXT_YEAR}` },
    save: 'Enregistrer',
    all: 'Tout le journal',
    actions: 'Toutes les actions',
    erasures: 'Effacements définitifs',
    clear: 'Retirer les filtres',
    export: 'Exporter en CSV',
    exported: (email: string) => `;personne;Ada Lovelace (${email});modification;compte;`,
    exportedChanges: 'Nom complet\u00a0: A Member → Grace Hopper',
    deeds: {
      deactivated: 'a désactivé le compte',
      reactivated: 'a réactivé',
      also: 'Également modifié\u00a0: Nom complet',
    },
    by: 'Tout ce que cette personne a changé',
    byName: 'Par Ada Lovelace',
  },
};

/** Somebody's deeds: what they are called in English and French, and the call that does each. */
async function deedsOf(
  admin: Account,
): Promise<[en: string, fr: string, ...Parameters<TestService['call']>][]> {
  const { t } = product();
  const make = async (path: string, json: object, { token }: Account): Promise<{ id: string }> =>
    (await t.call('POST', path, { token, json })).body;
  const [other, member, reader] = [await t.superuser(), await t.member(), await t.member()];
  const by = { token: admin.token };
  const phone = { platform: 'ios', provider: 'fcm', token: randomUUID(), push_permission: 'granted' };
  await t.call('PUT', `/app/devices/${randomUUID()}`, { token: reader.token, json: phone });
  const texts = { fr: { title: 'Bonjour', body: 'À tous' }, en: { title: 'Hello', body: 'Everybody' } };
  const push = { name: 'x', translations: texts, audience: { member_ids: [reader.id] } };
  const said = { body: 'Bonjour', client_token: randomUUID() };
  const account = `/users/${member.id}`;
  const article = `/news/${(await make('/news/', { content: french('Un titre') }, other)).id}`;
  const message = `/daily-messages/${(await make('/daily-messages/', { translations: texts }, other)).id}`;
  const broadcast = `/broadcasts/${(await make('/broadcasts/', push, other)).id}`;
  const thread = `/messages/${(await make('/app/messages', said, member)).id}`;
  const plan = {
    local: `${NEXT_YEAR}-03-01T09:00`,
    time_zone: 'Europe/Paris',
    expected_devices: 1,
    version: 1,
  };
  const is = (fields: object) => ({ ...by, json: fields });
  return [
    [
      'gave administrator rights to',
      'a donné les droits d’administrateur au',
      'PATCH',
      account,
      is({ is_superuser: true }),
    ],
    [
      'removed administrator rights from',
      'a retiré les droits d’administrateur au',
      'PATCH',
      account,
      is({ is_superuser: false }),
    ],
    [
      'changed the password of',
      'a changé le mot de passe du',
      'PATCH',
      account,
      is({ password: 'another horse' }),
    ],
    [
      'logged the account out everywhere:',
      'a fermé toutes les sessions du',
      'POST',
      `${account}/sign-out`,
      by,
    ],
    ['deactivated', 'a désactivé le', 'POST', `${account}/deactivate`, is({ reason: 'x' })],
    ['reactivated', 'a réactivé le', 'POST', `${account}/reactivate`, by],
    ['assigned', 'a attribué', 'PATCH', thread, is({ assignee_id: other.id })],
    ['closed', 'a clos', 'PATCH', thread, is({ status: 'closed' })],
    ['reopened', 'a rouvert', 'PATCH', thread, is({ status: 'open' })],
    ['wrote in', 'a écrit dans', 'POST', `${thread}/notes`, is({ body: 'x' })],
    ['scheduled', 'a programmé', 'POST', `${article}/schedule`, is({ visible_from: plan.local })],
    ['cancelled the schedule of', 'a annulé la programmation de', 'POST', `${article}/unpublish`, by],
    ['published', 'a publié', 'POST', `${article}/publish`, is({})],
    ['changed', 'a modifié', 'PATCH', article, is({ version: 1, content: french('Un autre') })],
    ['published changes of', 'a publié les modifications de', 'POST', `${article}/publish`, is({})],
    ['unpublished', 'a dépublié', 'POST', `${article}/unpublish`, by],
    ['planned', 'a planifié', 'POST', `${message}/move`, is({ day: `${NEXT_YEAR}-12-01` })],
    ['moved', 'a déplacé', 'POST', `${message}/move`, is({ day: `${NEXT_YEAR}-12-02` })],
    ['moved', 'a mis en réserve', 'POST', `${message}/move`, is({ day: null })],
    ['scheduled', 'a programmé', 'POST', `${broadcast}/schedule`, is(plan)],
    ['cancelled', 'a annulé', 'POST', `${broadcast}/cancel`, by],
    ['exported', 'a exporté', 'GET', '/items/export', by],
  ];
}

type Entity = (typeof auditLogs.$inferInsert)['entity_type'];

/** Audited fields by the triggers' settings: a list of fields, and one of secrets, which the log shows without `_hash`. */
const auditedFields = (t: TestService) =>
  t.db.execute<{ entity: Entity; fields: string[] }>(`
    select entity, to_json(array(select distinct replace(unnest(shown || secret), '_hash', ''))) as fields from audit.tables`);

describe.each(['en', 'fr'] as const)('the audit log in %s', (locale) => {
  const words = WORDS[locale];

  it('tells on an account’s page what became of it, and leads to the whole log', async () => {
    const { t } = product();
    const [admin, member] = [await superuser(locale), await t.member({ full_name: 'Before' })];
    await t.call('PATCH', '/users/me', { token: admin.token, json: { full_name: 'Ada Lovelace' } });
    await t.call('PATCH', `/users/${member.id}`, { token: admin.token, json: { full_name: 'After' } });
    const page = await product().open(`/members/${member.id}?view=account`, { as: admin, locale });
    const entry = page.getByRole('list', { name: words.history }).getByRole('listitem').first();
    const sentence = words.sentence(admin.email, member.email);
    await expectSoon(async () => (await entry.textContent())?.includes(sentence), true);
    await entry.getByRole('button', { name: words.details }).click();
    expect(await entry.getByRole('row', { name: words.field }).textContent()).toBe(
      `${words.field}BeforeAfter`,
    );
    await entry.getByRole('link', { name: words.by }).click();
    await page.waitForURL(`**/audit-log?actor_id=${admin.id}`);
    await expectSoon(
      () => page.getByRole('main').getByRole('listitem').filter({ hasText: member.email }).count(),
      1,
    );
    await expectAccessible(page);
    await page.goBack();
    await page.getByRole('link', { name: words.all }).click();
    await page.waitForURL(`**/audit-log?entity_id=${member.id}`);
  });

  it('names somebody once who changes their own account', async () => {
    const admin = await superuser(locale);
    const json = { full_name: 'Ada Lovelace' };
    await product().t.call('PATCH', '/users/me', { token: admin.token, json });
    const page = await product().open(`/audit-log?entity_id=${admin.id}`, { as: admin, locale });
    const sentence = page.getByRole('main').getByRole('listitem').getByText(words.own(admin.email));
    await expectShown(sentence.first());
  });

  it('tells on a message’s page what became of it, each time that it is saved', async () => {
    const { t } = product();
    const admin = await superuser(locale);
    const json = { day: words.day.sent, translations: { fr: { title: 'Le marché', body: 'Bonjour' } } };
    const { body } = await t.call('POST', '/daily-messages/', { token: admin.token, json });
    const page = await product().open(`/daily-message/${body.id}`, { as: admin, locale });
    const entries = page.getByRole('list', { name: words.history }).getByRole('listitem');
    await expectSoon(() => entries.count(), 1);
    await page.getByLabel(words.link).fill('https://example.com/a');
    await page.getByRole('button', { name: words.save, exact: true }).click();
    await expectSoon(() => entries.count(), 2);
    await expectShown(
      entries.getByRole('link', { name: `${words.day.shown} · Le marché`, exact: true }).first(),
    );
  });

  it('names whose changes are shown, also where there are none', async () => {
    const { t } = product();
    const [admin, other] = [await superuser(locale), await t.colleague()];
    await t.call('PATCH', '/users/me', { token: other.token, json: { full_name: 'Ada Lovelace' } });
    const page = await product().open(`/audit-log?actor_id=${other.id}&to=2020-01-01`, { as: admin, locale });
    await expectShown(page.getByRole('button', { name: words.byName }));
  });

  it('calls what was done by its name', async () => {
    const { t } = product();
    const admin = await superuser(locale);
    const deeds = await deedsOf(admin);
    for (const [, , method, path, options] of deeds) {
      const { status, text } = await t.call(method, path, options);
      expect([path, status, status === 200 || text]).toEqual([path, 200, true]);
    }
    const page = await product().open(`/audit-log?actor_id=${admin.id}`, { as: admin, locale });
    const sentences = page.getByRole('main').locator('ol > li p:first-child');
    const expected = deeds
      .map(([en, fr]) => expect.stringContaining(` ${locale === 'en' ? en : fr} `))
      .toReversed();
    await expectSoon(async () => (await sentences.allTextContents()).slice(0, deeds.length), expected);
  });

  it('tells what else a save changed, beside the deed that it is called by', async () => {
    const { t } = product();
    const [admin, member] = [await superuser(locale), await t.member()];
    const by = { token: admin.token };
    const account = `/users/${member.id}`;
    await t.call('PATCH', account, { ...by, json: { is_active: false, full_name: 'Grace Hopper' } });
    await t.call('POST', `${account}/reactivate`, by);
    await t.call('POST', `${account}/deactivate`, { ...by, json: { reason: 'x', until: '2999-01-01' } });
    const page = await product().open(`/audit-log?actor_id=${admin.id}`, { as: admin, locale });
    const entries = page.getByRole('main').locator('ol > li');
    const { deactivated, reactivated, also } = words.deeds;
    await expectSoon(
      async () => (await entries.locator('p').allTextContents()).slice(0, 4),
      [deactivated, reactivated, deactivated, also].map((text) => expect.stringContaining(text)),
    );
  });

  it('tells that an article is online, and of the next time that its text is published', async () => {
    const { t } = product();
    const admin = await superuser(locale);
    const ask = (method: string, path: string, json: object) =>
      t.call(method, path, { token: admin.token, json });
    const { body } = await ask('POST', '/news/', { content: french('Un titre') });
    await ask('POST', `/news/${body.id}/publish`, {});
    await ask('PATCH', `/news/${body.id}`, { version: 1, content: french('Un autre') });
    await ask('POST', `/news/${body.id}/publish`, {});
    const page = await product().open(`/audit-log?entity_id=${body.id}`, { as: admin, locale });
    const entries = page.getByRole('main').locator('ol > li');
    await expectSoon(() => entries.count(), 4);
    for (const toggle of await entries.getByRole('button', { name: words.details }).all())
      await toggle.click();
    const fieldsOf = (index: number) => entries.nth(index).locator('th[scope="row"]').allTextContents();
    expect([await fieldsOf(0), (await fieldsOf(2)).toSorted()]).toEqual([words.updated, words.online]);
  });

  it('has what became of an item, by a link in its row for superusers alone', async () => {
    const { t } = product();
    const [admin, member] = [await superuser(locale), await t.member()];
    const json = { title: `Item of ${member.id}` };
    const { body } = await t.call('POST', '/items/', { token: member.token, json });
    const link = { name: words.historyOf(json.title), exact: true };
    const own = await product().open('/items', { as: member, locale });
    await own.getByText(json.title).first().waitFor();
    expect(await own.getByRole('link', link).count()).toBe(0);
    const page = await product().open(`/items?owner_id=${member.id}`, { as: admin, locale });
    await page.getByRole('link', link).click();
    await page.waitForURL(`**/audit-log?entity_id=${body.id}`);
    await expectSoon(
      () => page.getByRole('main').getByRole('listitem').filter({ hasText: json.title }).count(),
      1,
    );
  });

  it('calls every field that is audited by a name', async () => {
    const { t } = product();
    const admin = await superuser(locale);
    const entity_id = randomUUID();
    const audited = await auditedFields(t);
    expect(audited.length).toBeGreaterThanOrEqual(7);
    for (const { entity, fields } of audited)
      await t.db.insert(auditLogs).values({
        actor_kind: 'system',
        action: 'updated',
        entity_type: entity,
        entity_id,
        // Translations appear as one field per language.
        changes: Object.fromEntries(
          fields.map((field) => [field, field === 'translations' ? [null, { fr: { title: 'x' } }] : null]),
        ),
      });
    const page = await product().open(`/audit-log?entity_id=${entity_id}`, { as: admin, locale });
    const toggles = page.getByRole('main').getByRole('button', { name: words.details });
    await expectSoon(() => toggles.count(), audited.length);
    for (const toggle of await toggles.all()) await toggle.click();
    const names = page.locator('main th[scope="row"]');
    const columns = audited.flatMap(({ fields }) => fields);
    await expectSoon(async () => (await names.count()) >= columns.length, true);
    const shown = new Set(await names.allTextContents());
    expect(columns.filter((column) => shown.has(column))).toEqual([]);
  });

  it('is filtered in the address, and exported as it is shown', async () => {
    const { t } = product();
    const [admin, member] = [await superuser(locale), await t.member()];
    const json = { full_name: 'Ada Lovelace' };
    await t.call('PATCH', '/users/me', { token: admin.token, json });
    await t.call('PATCH', `/users/${member.id}`, { token: admin.token, json: { full_name: 'Grace Hopper' } });
    const page = await product().open(`/audit-log?search=${member.email}`, { as: admin, locale });
    const entries = page.getByRole('main').locator('ol > li');
    await expectSoon(() => entries.count(), 2);
    await page.getByLabel('Action', { exact: true }).selectOption('updated');
    await expectSoon(() => entries.count(), 1);
    expect(new URL(page.url()).searchParams.get('action')).toBe('updated');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: words.export }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    const [, line, ...others] = csv.trim().split('\r\n');
    expect(line).toContain(words.exported(admin.email));
    expect(line).toContain(words.exportedChanges);
    expect(others).toEqual([]);
    await page.getByLabel('Action', { exact: true }).selectOption('erased');
    await page.getByRole('button', { name: words.clear }).click();
    expect(new URL(page.url()).search).toBe('');
  });
});
