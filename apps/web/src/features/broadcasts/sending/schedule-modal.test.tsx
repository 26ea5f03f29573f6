import type { AudiencePreview, BroadcastPublic } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { idOf, somePreferences } from '../../../../test/accounts.ts';
import { answer, answerUnchecked, contract } from '../../../../test/api.ts';
import { aBroadcast, anAudiencePreview, answerBroadcast } from '../../../../test/broadcasts.ts';
import { renderPart } from '../../../../test/render.tsx';
import { dateField, expectProblem, expectToast, fill, press } from '../../../../test/screen.ts';
import { setTimeZones } from '../../../platform/dates.ts';
import type { Locale } from '../../../platform/i18n.ts';
import { ScheduleModal } from './schedule-modal.tsx';

beforeEach(() => {
  setTimeZones(null, 'Europe/Paris');
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-03-01T10:00:00Z') });
});

const GO = /^Schedule for 3.devices$/;

function renderModal(
  own: Partial<BroadcastPublic> = {},
  audience: Partial<AudiencePreview> = {},
  locale: Locale = 'en',
) {
  const { state } = answerBroadcast({ version: 7, ...own });
  answer(contract.preferences.readPreferences, { status: 200, body: somePreferences() });
  const counts = answer(contract.broadcasts.previewAudience, ({ body }) => ({
    status: 200,
    body: anAudiencePreview((body as { due?: object }).due && audience),
  }));
  const schedules = answer(contract.broadcasts.scheduleBroadcast, {
    status: 200,
    body: aBroadcast({ status: 'scheduled' }),
  });
  const onClose = vi.fn<() => void>();
  const part = renderPart(<ScheduleModal broadcast={state.broadcast} onClose={onClose} />, { locale });
  return { ...part, counts, schedules, onClose };
}

const go = () => screen.findByRole('button', { name: GO });
const time = () => dateField('Day and time');

it('schedules at one time in the time zone of the organisation', async () => {
  const { user, counts, schedules, onClose } = renderModal();
  await fill(user, await time(), '2031-06-01T09:00');
  expect(
    await screen.findByText(/on Sunday,? 1 June 2031.* 09:00 \(Paris time\), in 3 months\.$/),
  ).toBeVisible();
  await press(user, GO);
  await expectToast('The notification is scheduled.');
  const due = { local: '2031-06-01T09:00', time_zone: 'Europe/Paris' };
  expect(counts.at(-1)?.body).toMatchObject({ audience: { everyone: true }, due });
  expect(schedules.map(({ params, body }) => [params, body])).toEqual([
    [{ id: idOf(200) }, { ...due, mode: 'at', late_policy: 'skip', expected_devices: 3, version: 7 }],
  ]);
  expect(onClose).toHaveBeenCalledOnce();
});

it.each([
  [
    '2031-03-01T10:00:00Z',
    [
      ['Demain 9 h', '2031-03-02T09:00'],
      ['Lundi 9 h', '2031-03-03T09:00'],
    ],
  ],
  // A Sunday: tomorrow is Monday.
  ['2031-03-02T10:00:00Z', [['Demain 9 h', '2031-03-03T09:00']]],
] as const)('offers the usual times at %s', async (now, presets) => {
  vi.setSystemTime(new Date(now));
  const { user, counts } = renderModal({}, {}, 'fr');
  await dateField('Jour et heure');
  expect(screen.getAllByRole('button', { name: /9 h$/ }).map((each) => each.textContent)).toEqual(
    presets.map(([name]) => name),
  );
  for (const [name, local] of presets) {
    await press(user, name);
    await waitFor(() => expect(counts.at(-1)?.body).toMatchObject({ due: { local } }));
  }
});

it('shows the time for the reader if the organisation has another time zone', async () => {
  const { user, schedules } = renderModal();
  answer(contract.preferences.readPreferences, {
    status: 200,
    body: somePreferences({ time_zone: 'Europe/Paris', organization_time_zone: 'Asia/Tokyo' }),
  });
  await fill(user, await time(), '2031-06-01T09:00');
  expect(
    await screen.findByText(/\(Tokyo time\), that is 1 June 2031 at 02:00 .+, in 3 months\.$/),
  ).toBeVisible();
  await press(user, GO);
  await expectToast('The notification is scheduled.');
  expect(schedules[0]?.body).toMatchObject({ local: '2031-06-01T09:00', time_zone: 'Asia/Tokyo' });
});

it.each([
  ['2031-03-01T10:59', 'This time has passed: choose another'],
  ['2031-03-01T11:01', undefined],
  ['2031-03-30T02:30', 'Clocks skip this time on that day: choose another'],
  ['2031-03-30T03:00', undefined],
])('validates %s while it is typed, to explain the disabled button', async (typed, problem) => {
  const { user } = renderModal();
  const field = await time();
  await fill(user, field, typed);
  if (problem) {
    await expectProblem(field, problem);
    expect(await go()).toBeDisabled();
    expect(screen.queryByText(/Paris.time/)).toBeNull();
  } else {
    await waitFor(async () => expect(await go()).toBeEnabled());
    expect(field).toBeValid();
  }
});

it('requires a time once its field is left for another, not when the focus goes back to the page', async () => {
  const { user } = renderModal();
  const field = await time();
  expect(await go()).toBeDisabled();
  await waitFor(() => expect(field).toHaveFocus());
  act(() => field.blur());
  expect(field).toBeValid();
  await user.click(field);
  await user.tab();
  await user.tab();
  await waitFor(() => expect(field).toBeInvalid());
});

it('validates a time for each recipient in the last time zone', async () => {
  const { user } = renderModal();
  const field = await time();
  await user.click(screen.getByRole('radio', { name: /^At this time for each recipient/ }));
  expect(screen.queryByRole('combobox', { name: 'Time zone' })).toBeNull();
  // In UTC-12 it is 22:00 of the previous day.
  await fill(user, field, '2031-02-28T21:59');
  await expectProblem(field, 'This time has passed: choose another');
  await fill(user, field, '2031-02-28T22:01');
  await waitFor(() => expect(field).toBeValid());
  await waitFor(async () => expect(await go()).toBeEnabled());
});

it('asks which of two times is meant if the clock shows the time twice', async () => {
  const { user, schedules } = renderModal();
  answer(contract.broadcasts.scheduleBroadcast, {
    status: 422,
    body: {
      code: 'validation_error',
      request_id: 'test',
      detail: [
        {
          type: 'time_ambiguous',
          loc: ['body', 'local'],
          msg: 'Twice',
          input: null,
          ctx: { offsets: ['+02:00', '+01:00'] },
        },
      ],
    },
  });
  const field = await time();
  await fill(user, field, '2031-10-26T02:30');
  await press(user, GO);
  await expectProblem(field, 'This time occurs twice that day: choose which one.');
  const first = await screen.findByRole('radio', { name: 'The first time (UTC+02:00)' });
  expect(first).toHaveFocus();
  expect(await go()).toBeDisabled();
  answer(contract.broadcasts.scheduleBroadcast, ({ body }) => {
    schedules.push({ body, params: {}, query: {}, headers: new Headers() });
    return { status: 200, body: aBroadcast({ status: 'scheduled' }) };
  });
  await user.click(screen.getByRole('radio', { name: 'The second time (UTC+01:00)' }));
  expect(await screen.findByText(/\(Paris time, UTC\+01:00\), in/)).toBeVisible();
  await press(user, GO);
  await expectToast('The notification is scheduled.');
  expect(schedules[0]?.body).toMatchObject({ local: '2031-10-26T02:30', offset: '+01:00' });
});

it('does not schedule if the recipients at that time could not be counted', async () => {
  const { user, schedules } = renderModal();
  await go();
  answerUnchecked(contract.broadcasts.previewAudience, () =>
    Response.json({ detail: '', code: 'service_unavailable' }, { status: 503 }),
  );
  await fill(user, await time(), '2031-06-01T09:00');
  const again = await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Try again' });
  expect(await go()).toBeDisabled();
  answer(contract.broadcasts.previewAudience, { status: 200, body: anAudiencePreview() });
  await user.click(again);
  await press(user, GO);
  await expectToast('The notification is scheduled.');
  expect(schedules).toHaveLength(1);
});

it('schedules at each recipient’s local time and skips those whose time has passed', async () => {
  const { user, counts, schedules } = renderModal({}, { late: 1 });
  await user.click(await screen.findByRole('radio', { name: /^At this time for each recipient/ }));
  await fill(user, await time(), '2031-03-01T12:00');
  const leftOut = '1 device won’t get it: that time has already passed there.';
  expect(await screen.findByText(leftOut)).toBeVisible();
  expect(counts.at(-1)?.body).toMatchObject({ due: { local: '2031-03-01T12:00', late_policy: 'skip' } });
  await press(user, GO);
  await expectToast('The notification is scheduled.');
  expect(schedules[0]?.body).toMatchObject({ mode: 'local', late_policy: 'skip' });
});

it('sends at once to recipients whose time has passed if that is chosen', async () => {
  const { user, counts, schedules } = renderModal();
  await user.click(await screen.findByRole('radio', { name: /^At this time for each recipient/ }));
  await fill(user, await time(), '2031-03-01T12:00');
  await user.click(await screen.findByRole('radio', { name: /^Send at once/ }));
  await press(user, GO);
  await expectToast('The notification is scheduled.');
  expect(counts.at(-1)?.body).toMatchObject({ due: { late_policy: 'send' } });
  expect(schedules[0]?.body).toMatchObject({ mode: 'local', late_policy: 'send' });
});

it('ignores the choice to send at once after another time has hidden it', async () => {
  const { user, schedules } = renderModal();
  await user.click(await screen.findByRole('radio', { name: /^At this time for each recipient/ }));
  await fill(user, await time(), '2031-03-01T12:00');
  await user.click(await screen.findByRole('radio', { name: /^Send at once/ }));
  await fill(user, await time(), '2031-06-01T09:00');
  await waitFor(() => expect(screen.queryByRole('radio', { name: /^Send at once/ })).toBeNull());
  expect(screen.getByText(/09:00, on each recipient’s own clock\.$/)).toBeVisible();
  await press(user, GO);
  await expectToast('The notification is scheduled.');
  expect(schedules[0]?.body).toMatchObject({ mode: 'local', late_policy: 'skip' });
});

it('does not schedule a notification that reaches only devices whose time has passed', async () => {
  const { user } = renderModal({}, { late: 3 });
  await user.click(await screen.findByRole('radio', { name: /^At this time for each recipient/ }));
  await fill(user, await time(), '2031-03-01T12:00');
  expect(await screen.findByText(/^3 devices won’t get it/)).toBeVisible();
  expect(await go()).toBeDisabled();
});

it('shows in French when devices in quiet hours receive it', async () => {
  const held = { devices: 2, from: '2031-06-02T06:00:00.000Z', until: '2031-06-02T06:00:00.000Z' };
  const { user } = renderModal({}, { held }, 'fr');
  await fill(user, await dateField('Jour et heure'), '2031-06-01T23:30');
  expect(
    await screen.findByText(
      /^Heures calmes : 2 appareils la recevront plus tard, le 2 juin 2031 à 8 h 00 \(heure de Paris\)\.$/,
    ),
  ).toBeVisible();
});

it('ignores quiet hours for an urgent notification', async () => {
  const held = { devices: 2, from: '2031-06-02T06:00:00.000Z', until: '2031-06-02T06:00:00.000Z' };
  const { user } = renderModal({ urgent: true }, { held });
  await fill(user, await time(), '2031-06-01T23:30');
  await waitFor(async () => expect(await go()).toBeEnabled());
  expect(screen.queryByText(/^Quiet hours/)).toBeNull();
});
