import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { useProduct } from './harness.ts';
import { chooseZone, civilDay, dateField, settle } from './steps.ts';
import { expectShown, expectSoon, expectToast, inEnglish } from './watching.ts';

const HOUR = 3_600_000;

/** Half an hour ahead: what is expected holds for half an hour at least, also if this begins just before a full hour. */
const BEGIN = Date.now() + HOUR / 2;

/** The full hour that is so many hours away, in the time zone of Abidjan (UTC). */
const hourIn = (hours: number) => new Date(BEGIN + hours * HOUR).toISOString().slice(11, 13);
const early = `${hourIn(1)}:00`;
const morning = `${hourIn(2)}:00`;

const product = useProduct({ PUSH_QUIET_HOURS: `${hourIn(-1)}:00-${morning}` });

it('a push at night says beforehand, and while it waits, who gets it when', async () => {
  const { t } = product();
  const admin = await inEnglish(t, t.superuser());
  const { token } = admin;
  await t.call('PATCH', '/preferences/', { token, json: { time_zone: 'UTC' } });
  const readers = [];
  for (const time_zone of ['Africa/Abidjan', 'Africa/Lagos', 'Asia/Kolkata']) {
    const member = await t.member();
    const json = { platform: 'ios', provider: 'fcm', token: randomUUID(), time_zone };
    await t.call('PUT', `/app/devices/${randomUUID()}`, { token: member.token, json });
    readers.push(member.id);
  }
  const { body } = await t.call('POST', '/broadcasts/', {
    token,
    json: { translations: { fr: { title: 'Bonjour', body: 'À tous' } }, audience: { member_ids: readers } },
  });
  const page = await product().open(`/broadcast/${body.id}`, { as: admin, locale: 'en' });
  await settle(page);
  await page.getByRole('button', { name: 'Send…', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const dayIn = (hours: number) =>
    new Date(BEGIN + hours * HOUR).getUTCDate() === new Date().getUTCDate() ? 'today' : 'tomorrow';
  const when =
    dayIn(1) === dayIn(2)
      ? `${dayIn(1)} between ${early} and ${morning}`
      : `between today at ${early} and tomorrow at ${morning}`;
  await expectShown(
    dialog.getByText(new RegExp(`^Quiet hours: 2.devices get it only ${when} \\(UTC\\)\\.$`)),
  );
  await dialog.getByRole('button', { name: /^Send to 3.devices$/ }).click();
  await expectToast(page, 'Sending has started.');
  await expectShown(
    page.getByText(new RegExp(`^Quiet hours: 2.devices wait for the morning. .+ ${early}`)),
    page.getByText(new RegExp(`^Waiting until .+ ${early}`)),
  );
  await expectSoon(async () => (await t.call('GET', `/broadcasts/${body.id}`, { token })).body.sent, 1);

  const later = await t.call('POST', `/broadcasts/${body.id}/duplicate`, { token });
  await page.goto(`${product().origin}/broadcast/${later.body.id}`);
  await settle(page);
  await page.getByRole('button', { name: 'Schedule…', exact: true }).click();
  await chooseZone(page, 'Abidjan');
  await dateField(dialog, 'Day and time').fill(`${civilDay('UTC', 30)}T${hourIn(-1)}:30`);
  await expectShown(
    dialog.getByText(
      new RegExp(`^Quiet hours: 2.devices get it only .*on .+${early} and .*${morning} \\(UTC\\)\\.$`),
    ),
  );
  expect((await t.call('GET', `/broadcasts/${later.body.id}`, { token })).body.status).toBe('draft');
});
