import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type Account, randomEmail } from '../apps/api/test/harness.ts';
import { expectAccessible, PHONE, useProduct } from './harness.ts';
import { civilDay, expectBigTargets, settle } from './steps.ts';

const product = useProduct();

/** Every page of every feature. */
const PAGES = globSync('../apps/web/src/features/*/*.routes.ts', { cwd: import.meta.dirname })
  .map((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))
  .flatMap((source) => [...source.matchAll(/path: '([^']+)',\s*access: '(\w+)'/g)])
  .map(([, path = '', access]) => ({
    path,
    isOfTeam: access === 'user' || access === 'superuser',
    pattern: RegExp(`^${path.replace(/\/:\w+\?/, '(/[^/]+)?').replace(/:\w+/, '[^/]+')}$`),
  }))
  // `/news/new` is no article.
  .toSorted((one, other) => Number(one.path.includes(':')) - Number(other.path.includes(':')));
const LISTS = PAGES.filter(({ path, isOfTeam }) => isOfTeam && !path.includes(':')).map(({ path }) => path);

const seen = new Set<string | undefined>();

/** Timeout for about thirty pages in a row, in milliseconds. */
const PATIENCE = 180_000;

/** Rules that depend on the mode; names do not. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Looks at a page in both languages and both modes. */
async function expectUsable(page: Page): Promise<void> {
  await expectUsableInBothModes(page);
  await change(page, 'locale', { fr: 'en', en: 'fr' });
  await expectUsableInBothModes(page);
}

async function expectUsableInBothModes(page: Page): Promise<void> {
  await settle(page);
  await expectAccessible(page);
  await expectBigTargets(page);
  await change(page, 'theme', { light: 'dark', dark: 'light' });
  await expectAccessible(page, COLOURS);
}

/** Changes the language or the mode of a page to the other one, as another window of its reader does. */
async function change(page: Page, key: 'locale' | 'theme', other: Record<string, string>): Promise<void> {
  await page.evaluate(
    async ([key, other]) => {
      const current = () => document.documentElement[key === 'locale' ? 'lang' : 'className'];
      const newValue = other[current()] ?? '';
      window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
      const frame = () => new Promise(requestAnimationFrame);
      while (current() !== newValue) await frame();
      await frame();
      await frame();
    },
    [key, other] as const,
  );
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(product().origin + path);
  await expectUsable(page);
  const { pathname } = new URL(page.url());
  seen.add(PAGES.find(({ pattern }) => pattern.test(pathname))?.path);
}

/** Opens a page for an account with this mode and this language. */
async function openAs(
  account: Account,
  path: string,
  [theme, locale]: ['light' | 'dark', 'fr' | 'en'],
  viewport = { width: 1280, height: 800 },
) {
  const { t } = product();
  const { token } = account;
  await t.call('PATCH', '/preferences/', { token, json: { theme } });
  await t.call('PATCH', '/users/me', { token, json: { locale } });
  const page = await product().open(path, { as: account, theme, locale, viewport });
  await settle(page);
  expect(
    await page.evaluate(() => [document.documentElement.lang, document.documentElement.className]),
  ).toEqual([locale, theme]);
  return page;
}

/** Accounts in every state, and items of a superuser. */
async function populate(admin: Account) {
  const { t } = product();
  const { token } = admin;
  const member = await t.member({ full_name: 'Zoé Lefèvre' });
  const nameless = { email: randomEmail(), password: 'correct horse' };
  const { body: shut } = await t.call('POST', '/users/signup', { json: nameless });
  await t.call('POST', `/users/${shut.id}/deactivate`, {
    token,
    json: { reason: 'Abus répétés', until: '2999-01-01' },
  });
  const guest = { email: randomEmail() };
  const { body: invited } = await t.call('POST', '/users/invite', { token, json: guest });
  for (const owner of [admin, member])
    await t.call('POST', '/items/', {
      token: owner.token,
      json: { title: 'Un carnet', description: 'Bleu' },
    });
  const body = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Bonjour' }] }],
  };
  const { body: article } = await t.call('POST', '/news/', {
    token,
    json: { content: { translations: { fr: { title: 'La fête du quartier', body } } } },
  });
  await t.call('PUT', `/app/devices/${randomUUID()}`, {
    token: member.token,
    json: { platform: 'ios', provider: 'fcm', token: randomUUID(), push_permission: 'denied' },
  });
  const { body: message } = await t.call('POST', '/daily-messages/', {
    token,
    json: { translations: { fr: { title: 'Le marché', body: 'Samedi matin' } } },
  });
  const conversation = await converse(admin, member);
  const broadcasts = await writePushes(admin, member);
  for (const score of [5, 2])
    await t.call('PUT', '/app/ratings', {
      token: member.token,
      json: { target_type: 'app', score, comment: 'Très bien', app_version: '2.4.0' },
    });
  return { member, shut, invited, article, message, conversation, broadcasts };
}

/** A draft, a scheduled push, and a sent one. */
async function writePushes(admin: Account, member: Account): Promise<string[]> {
  const { t } = product();
  const { token } = admin;
  await t.call('PUT', `/app/devices/${randomUUID()}`, {
    token: member.token,
    json: { platform: 'ios', provider: 'fcm', token: randomUUID(), push_permission: 'granted' },
  });
  const json = {
    name: 'La fête',
    audience: { member_ids: [member.id] },
    translations: { fr: { title: 'La fête', body: 'Samedi à 18 h' }, en: null },
    urgent: true,
  };
  const ids: string[] = [];
  for (const [way, body] of [
    [],
    [
      'schedule',
      { local: `${civilDay('Europe/Paris', 30)}T09:00`, time_zone: 'Europe/Paris', expected_devices: 1 },
    ],
    ['send', { expected_devices: 1 }],
  ] as const) {
    const { body: push } = await t.call('POST', '/broadcasts/', { token, json });
    if (way) await t.call('POST', `/broadcasts/${push.id}/${way}`, { token, json: body });
    ids.push(push.id);
  }
  return ids;
}

/** A conversation with every kind of entry. */
async function converse(admin: Account, member: Account): Promise<string> {
  const { t } = product();
  const { token } = admin;
  const json = { subject: 'Le calendrier', body: 'Où est-il ?', client_token: randomUUID() };
  const { body } = await t.call('POST', '/app/messages', { token: member.token, json });
  const last_entry_id = body.entries[0].id;
  await t.call('POST', `/messages/${body.id}/replies`, { token, json: { body: 'Ici.', last_entry_id } });
  await t.call('POST', `/messages/${body.id}/notes`, { token, json: { body: 'Vu avec Paul' } });
  const answer = { body: 'Merci !', client_token: randomUUID() };
  await t.call('POST', `/app/messages/${body.id}/replies`, { token: member.token, json: answer });
  await t.call('POST', '/reply-templates/', {
    token,
    json: { title: 'Merci', bodies: { fr: 'Merci {prénom}', en: 'Thank you {first_name}' } },
  });
  return body.id;
}

describe('in both languages and both modes', () => {
  it('everybody can use the pages before signing in', { timeout: PATIENCE }, async () => {
    const page = await product().open('/login', { theme: 'light', locale: 'fr' });
    for (const path of [
      '/login',
      '/signup',
      '/reset-password?token=x',
      '/reset-password',
      '/undo-email-change?token=x',
      '/confirm-email-change?token=x',
      '/unsubscribe?token=x',
      '/nowhere',
    ])
      await visit(page, path);
    await visit(page, '/recover-password');
    await page.getByLabel('Email').fill('somebody@example.com');
    await page.getByRole('button', { name: /Envoyer le lien|Send the link/ }).click();
    await page.getByRole('heading', { name: /Consultez|Check/ }).waitFor();
    await expectUsable(page);
  });

  it('everybody can use the lists of a superuser', { timeout: PATIENCE }, async () => {
    const admin = await product().t.superuser();
    const { member } = await populate(admin);
    const page = await openAs(admin, '/dashboard', ['light', 'fr']);
    const tables = page.getByRole('button', { name: /Afficher en tableau|Show as a table/ });
    await tables.first().waitFor();
    await tables.first().click();
    await expectUsable(page);
    for (const path of [
      ...LISTS,
      '/members?from=2020-01-01',
      '/members?search=zzzz',
      '/members?page=99',
      '/audit-log?search=zzzz',
      `/items?owner_id=${member.id}`,
      '/news?view=categories',
      '/rates?score=5',
      '/nowhere',
    ])
      await visit(page, path);
  });

  it('everybody can use what a superuser opens from a list', { timeout: PATIENCE }, async () => {
    const admin = await product().t.superuser();
    const { member, shut, invited, article, conversation, broadcasts, message } = await populate(admin);
    const page = await openAs(admin, '/messages', ['dark', 'en']);
    await expectUsable(page);
    for (const path of [
      `/members/${member.id}`,
      `/members/${member.id}?view=account`,
      `/members/${member.id}?view=devices`,
      `/members/${shut.id}`,
      `/members/${invited.id}`,
      `/members/${randomUUID()}`,
      `/admin/${admin.id}`,
      `/daily-message/${message.id}`,
      ...broadcasts.map((id) => `/broadcast/${id}`),
      `/broadcast/${randomUUID()}`,
      `/news/${article.id}`,
      `/messages/${conversation}`,
      `/messages/${randomUUID()}?tab=spam`,
    ])
      await visit(page, path);
  });

  it('no page of a feature is left out', () => {
    expect(PAGES.map(({ path }) => path).filter((path) => !seen.has(path))).toEqual([]);
  });

  it('everybody can use the pages of an ordinary user', { timeout: PATIENCE }, async () => {
    const page = await openAs(await product().t.member(), '/dashboard', ['light', 'fr']);
    await expectUsable(page);
    for (const path of ['/items', '/settings', '/members']) await visit(page, path);
  });

  it('everybody can use what opens over a page', { timeout: PATIENCE }, async () => {
    const admin = await product().t.superuser();
    const { member, article, conversation, broadcasts } = await populate(admin);
    const page = await openAs(admin, '/members', ['light', 'fr']);
    const press = (name: RegExp) => page.getByRole('button', { name }).click();
    async function expectUsableDialog(open: () => Promise<void>) {
      const dialog = page.getByRole('dialog');
      await open();
      await dialog.waitFor();
      await expectUsable(page);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }

    await press(/^(Menu du compte|Account menu)/);
    await expectUsable(page);
    await page.keyboard.press('Escape');
    await expectUsableDialog(() => page.keyboard.press('Control+k'));
    await expectUsableDialog(() => page.keyboard.press('Shift+?'));
    await page.getByRole('table').getByRole('checkbox').first().check();
    await expectUsable(page);
    await expectUsableDialog(() => press(/^(Supprimer|Delete)$/));

    await page.goto(`${product().origin}/members/${member.id}?view=account`);
    await expectUsableDialog(async () => {
      await press(/^(Nommer administrateur|Make administrator)$/);
      await press(/^(Confirmer|Confirm)$/);
      await page.getByRole('dialog').locator('[aria-invalid="true"]').waitFor();
    });
    await expectUsableDialog(() => press(/^(Désactiver|Deactivate)$/));
    await expectUsableDialog(() => press(/^(Effacer définitivement|Erase for good)$/));
    await press(/^(Envoyer un lien de réinitialisation|Send a reset link)$/);
    await page.locator('[data-sonner-toast]').waitFor();
    await expectUsable(page);

    await page.goto(`${product().origin}/news/${article.id}`);
    await expectUsableDialog(async () => {
      await press(/^(Aperçu|Preview)$/);
      await page.getByRole('figure').first().waitFor();
    });
    await expectUsableDialog(async () => {
      await press(/^Versions$/);
      await page.getByRole('dialog').getByRole('listitem').getByRole('button').first().click();
    });
    for (const way of [/^(Programmer…|Schedule…)$/, /^(Épingler…|Pin…)$/])
      await expectUsableDialog(() => press(way));
    await expectUsableDialog(() =>
      page
        .getByRole('button', { name: /^(Lien|Link)$/ })
        .first()
        .click(),
    );
    await page.goto(`${product().origin}/news?view=categories`);
    await expectUsableDialog(() => press(/^(Nouvelle catégorie|New category)$/));

    await page.goto(`${product().origin}/broadcast/${broadcasts[0]}`);
    for (const way of [/^(Programmer…|Schedule…)$/, /^(Envoyer…|Send…)$/])
      await expectUsableDialog(async () => {
        await press(way);
        await page.getByRole('dialog').getByText('La fête').first().waitFor();
      });

    await page.goto(`${product().origin}/messages/${conversation}?tab=all`);
    await page.getByRole('checkbox').first().check();
    await press(/^(Filtres|Filters)$/);
    await press(/^(Historique|History)$/);
    await press(/^(Note interne|Internal note)$/);
    await expectUsable(page);
    await press(/^(Attribuer|Assign)$/);
    await expectUsable(page);
    await page.keyboard.press('Escape');
    await expectUsableDialog(() => press(/^(Répondre à chacun|Reply to each)$/));
    await press(/^(Répondre|Reply)$/);
    await expectUsableDialog(() => press(/^(Insérer un modèle|Insert a template)$/));
    await press(/^(Autres actions|Other actions)$/);
    await expectUsable(page);
    const templates = page.getByRole('menuitem', { name: /^(Modèles de réponse|Reply templates)$/ });
    await expectUsableDialog(() => templates.click());
    await page.goto(`${product().origin}/rates`);
    const replies = page.getByRole('button', { name: /^(Répondre à|Reply to) Zoé Lefèvre$/ });
    await expectUsableDialog(() => replies.first().click());
  });

  it('everybody can use forms that were refused', { timeout: PATIENCE }, async () => {
    const admin = await product().t.superuser();
    const page = await openAs(admin, '/members/new', ['dark', 'en']);
    const invalid = page.locator('[aria-invalid="true"]');
    await page.getByRole('radio').last().check();
    await page.getByRole('button', { name: /^(Créer le compte|Create the account)$/ }).click();
    await invalid.first().waitFor();
    await expectUsable(page);
    await page.evaluate(() => localStorage.removeItem('access_token'));
    await page.goto(`${product().origin}/signup`);
    await page.getByRole('button', { name: /^(S'inscrire|Sign up)$/ }).click();
    await invalid.first().waitFor();
    await expectUsable(page);
  });

  it('everybody can use a phone', { timeout: PATIENCE }, async () => {
    const admin = await product().t.superuser();
    const { member, conversation } = await populate(admin);
    const page = await openAs(admin, '/dashboard', ['light', 'fr'], PHONE);
    await page.getByRole('button', { name: /^(Ouvrir le menu|Open the menu)$/ }).click();
    await page.getByRole('dialog').waitFor();
    await expectUsable(page);
    for (const path of [
      '/dashboard',
      '/members',
      `/members/${member.id}`,
      '/items',
      '/settings',
      '/messages',
      `/messages/${conversation}`,
      '/rates',
    ])
      await visit(page, path);
  });
});
