import { expect, it } from 'vitest';
import { useProduct } from './harness.ts';
import { settle } from './steps.ts';
import { expectShown, expectSoon, expectToast, inEnglish, problemAt } from './watching.ts';

const product = useProduct({ PUSH_QUIET_HOURS: '00:00-00:00' });

const CROWD = 1_000;

it('SEC-BIZ-1: a push to many takes its number and, some minutes after signing in, the password', async () => {
  const { t } = product();
  const admin = await inEnglish(t, t.superuser());
  await t.db.execute(`
    with member as (
      insert into users (id, email, email_key, password_hash, locale, created_at)
      select gen_random_uuid(), 'm' || n, 'm' || n, 'none', 'fr', now() from generate_series(1, ${CROWD}) as n
      returning id
    )
    insert into devices (id, installation_id, user_id, platform, provider, token, token_hash, locale, push_permission,
      created_at, last_seen_at)
    select gen_random_uuid(), gen_random_uuid(), id, 'ios', 'fcm', id, id, 'fr', 'granted', now(), now() from member`);
  await t.db.execute(`update sessions set password_at = now() - interval '6 minutes'`);
  const { token } = admin;
  const { body } = await t.call('POST', '/broadcasts/', {
    token,
    json: {
      name: 'To all',
      translations: { fr: { title: 'Bonjour', body: 'À tous' } },
      audience: { everyone: true },
    },
  });
  const page = await product().open(`/broadcast/${body.id}`, { as: admin, locale: 'en' });
  await settle(page);
  await page.getByRole('button', { name: 'Send…', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const typed = dialog.getByRole('textbox');
  await typed.fill('7');
  await typed.blur();
  await expectSoon(() => problemAt(typed), `Type exactly ${CROWD.toLocaleString('en')}`);
  await typed.fill(String(CROWD));
  await dialog.getByRole('button', { name: /^Send to/ }).click();
  const question = page.getByRole('dialog').filter({ hasText: 'Confirm your password to send' });
  await expectShown(question);
  expect((await t.call('GET', `/broadcasts/${body.id}`, { token })).body.status).toBe('draft');
  await question.getByLabel('Your password').fill(admin.password);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expectSoon(() => page.getByRole('dialog').count(), 0);
  await expectToast(page, 'Sending has started.');
  await expectSoon(async () => (await t.call('GET', `/broadcasts/${body.id}`, { token })).body.sent, CROWD);
});
