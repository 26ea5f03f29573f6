import type { BroadcastPublic, BroadcastStats } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { anAccount, idOf } from '../../../../test/accounts.ts';
import { answer, contract } from '../../../../test/api.ts';
import {
  aBroadcast,
  aDelivery,
  anAudiencePreview,
  answerBroadcast,
  openBroadcast,
  someStats,
} from '../../../../test/broadcasts.ts';
import { sendEvent } from '../../../../test/render.tsx';

const AT = '2031-03-01T10:00:00.000Z';
const setNow = (now: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
const person = ({ id, email, full_name } = anAccount()) => ({ id, email, full_name });

/** Mocks a started broadcast with its results. */
function answerResults(
  own: Partial<BroadcastPublic>,
  stats: Partial<BroadcastStats> = {},
  deliveries: ReturnType<typeof aDelivery>[] = [],
) {
  const { state } = answerBroadcast({ status: 'sent', started_at: AT, finished_at: AT, targeted: 1, ...own });
  answer(contract.broadcasts.readStats, () => ({ status: 200, body: someStats(stats) }));
  const reads = answer(contract.broadcasts.readDeliveries, () => ({
    status: 200,
    body: { data: deliveries, count: deliveries.length },
  }));
  return { state, reads };
}

const region = async (name: string) => within(await screen.findByRole('region', { name }));
const devices = async () => within(await screen.findByRole('list', { name: 'Device by device' }));

it.each([
  [
    'fr',
    /^Part le dimanche 1er juin 2031 à 9 h 00 \(heure de Paris\) · dans 3 mois$/,
    'membres utilisant l’application en français, sur iOS, avec la version 2 ou plus récente, 1 membre choisi à la main',
    'L’écran d’accueil',
    '3 appareils joignables à ce jour.',
  ],
  [
    'en',
    /^Goes out Sunday,? 1 June 2031.* 09:00 \(Paris time\) · in 3 months$/,
    'members using the app in French, on iOS, with version 2 or later, 1 member chosen by hand',
    'The home screen',
    'Reaches 3 devices as of today.',
  ],
] as const)(
  'shows in %s the time, the recipients and the link of a scheduled notification',
  async (locale, time, recipients, link, reach) => {
    setNow(AT);
    answerBroadcast({
      status: 'scheduled',
      audience: { locales: ['fr'], platforms: ['ios'], app_version: { gte: '2' }, member_ids: [idOf(1)] },
      link: '/',
      schedule_mode: 'at',
      scheduled_local: '2031-06-01T09:00',
      time_zone: 'Europe/Paris',
      scheduled_at: '2031-06-01T07:00:00.000Z',
    });
    await openBroadcast({ locale });
    expect(await screen.findByText(time)).toBeVisible();
    expect(await screen.findByText(recipients)).toBeVisible();
    expect(screen.getByText(link)).toBeVisible();
    expect(await screen.findByText(reach)).toBeVisible();
  },
);

it.each([
  [
    'says how many wait for the end of quiet hours',
    false,
    /^Quiet hours: 2 devices get it only tomorrow at 08:00 \(Paris time\)/,
  ],
  ['says of no quiet hours where it is urgent', true, undefined],
] as const)(
  '%s on the page of a notification that is scheduled for the night',
  async (_name, urgent, words) => {
    setNow(AT);
    answerBroadcast({
      status: 'scheduled',
      urgent,
      schedule_mode: 'at',
      scheduled_local: '2031-03-01T23:00',
      time_zone: 'Europe/Paris',
      scheduled_at: '2031-03-01T22:00:00.000Z',
    });
    const morning = '2031-03-02T07:00:00.000Z';
    const counts = answer(contract.broadcasts.previewAudience, {
      status: 200,
      body: anAudiencePreview({ held: { devices: 2, from: morning, until: morning } }),
    });
    await openBroadcast();
    expect(await screen.findByText(/^Reaches 3 devices/)).toBeVisible();
    expect(counts[0]?.body).toMatchObject({ due: { local: '2031-03-01T23:00', time_zone: 'Europe/Paris' } });
    if (words) expect(screen.getByText(words)).toBeVisible();
    else expect(screen.queryByText(/^Quiet hours:/)).toBeNull();
  },
);

it('shows the time for a reader in another time zone, and which of two equal times is meant', async () => {
  setNow('2031-10-26T00:00:00Z');
  answerBroadcast({
    status: 'scheduled',
    schedule_mode: 'at',
    scheduled_local: '2031-10-26T02:30',
    time_zone: 'Europe/Paris',
    scheduled_at: '2031-10-26T01:30:00.000Z',
  });
  await openBroadcast({ preferences: { time_zone: 'Asia/Tokyo' } });
  expect(
    await screen.findByText(
      /\(Paris time, UTC\+01:00\), that is 26 October 2031 at 10:30 .+, in 1 h 30 min\.$/,
    ),
  ).toBeVisible();
});

it.each([
  [null, /clock: in 2 h for the first recipients \(Tokyo time\)\.$/],
  // All devices are in quiet hours, the first until 15:00.
  [
    { devices: 3, from: '2031-03-01T15:00:00.000Z', until: '2031-03-01T17:00:00.000Z' },
    /: in 5 h for the first/,
  ],
  [
    { devices: 2, from: '2031-03-01T15:00:00.000Z', until: '2031-03-01T17:00:00.000Z' },
    /: in 2 h for the first/,
  ],
])('counts down to the first recipients of a notification in local time: case %#', async (held, words) => {
  setNow(AT);
  answerBroadcast({
    status: 'scheduled',
    schedule_mode: 'local',
    scheduled_local: '2031-03-01T21:00',
    scheduled_at: '2031-03-01T07:00:00.000Z',
    late_policy: 'send',
  });
  const first = { at: '2031-03-01T12:00:00.000Z', time_zone: 'Asia/Tokyo' };
  const counts = answer(contract.broadcasts.previewAudience, {
    status: 200,
    body: anAudiencePreview({ first, held }),
  });
  await openBroadcast();
  expect(await screen.findByText(words)).toBeVisible();
  expect(counts[0]?.body).toMatchObject({ due: { local: '2031-03-01T21:00', late_policy: 'send' } });
});

it.each<[string, Partial<BroadcastPublic>, RegExp]>([
  [
    'paused by a person',
    { status: 'paused', updated_by: person() },
    /^Ada Lovelace has paused it\. Nothing is lost/,
  ],
  [
    'stopped by its provider',
    { status: 'paused', last_error: 'THIRD_PARTY_AUTH_ERROR' },
    /^It stopped by itself: the provider refuses the keys of the service/,
  ],
  ['missed', { status: 'missed', started_at: null, targeted: null }, /^It couldn’t be sent on time\./],
  [
    'missed for a reason',
    { status: 'missed', started_at: null, targeted: null, last_error: 'push_target_gone' },
    /^Reason: members can’t see the content it announces/,
  ],
  [
    'missed on its day',
    { status: 'missed', started_at: null, targeted: null, day: '2031-03-01' },
    /^It could not be sent that day in any time zone\./,
  ],
  ['being stopped', { status: 'cancelled', finished_at: null }, /^Those already on their way will arrive/],
  [
    'resting',
    {
      status: 'sending',
      finished_at: null,
      last_error: 'provider_timeout',
      held_until: '2031-03-01T10:05:00.000Z',
    },
    /^Waiting until 11:05: the provider could not be reached/,
  ],
  [
    'waiting for the end of quiet hours',
    { status: 'sending', finished_at: null, targeted: 3, sent: 1, waits_until: '2031-03-02T07:00:00.000Z' },
    /^2 devices wait for the end of their quiet hours\. The next is due on 2 March 2031 at 08:00 /,
  ],
  [
    'waiting for each clock',
    {
      status: 'sending',
      finished_at: null,
      schedule_mode: 'local',
      waits_until: '2031-03-02T07:00:00.000Z',
    },
    /^1 device waits for the time on their own clock\./,
  ],
])('shows why a notification is %s', async (_name, own, words) => {
  setNow(AT);
  answerResults(own);
  await openBroadcast();
  expect(await screen.findByText(words)).toBeVisible();
});

it('counts devices and members of a sent notification', async () => {
  setNow(AT);
  answerResults({
    finished_at: '2031-03-01T10:01:30.000Z',
    targeted: 10,
    sent: 6,
    failed: 1,
    invalid: 1,
    skipped: 1,
    cancelled: 1,
    reached: 4,
    opened: 3,
  });
  await openBroadcast();
  const result = await region('Result');
  const figure = (name: string) => result.getByText(name).parentElement;
  expect(result.getByText('Took 2 min')).toBeVisible();
  expect(figure('Accepted')).toHaveTextContent(/^Accepted660% of 10.devices/);
  expect(figure('Opened')).toHaveTextContent(/^Opened375% of the members reached$/);
  expect(figure('Not reached')).toHaveTextContent(/^Not reached330%$/);
  expect(figure('Not sent (stopped)')).toHaveTextContent(/^Not sent \(stopped\)110%$/);
  expect(result.queryByText('Left')).toBeNull();
});

it.each([
  ['is stopped', '2031-03-01T10:01:30.000Z', 'Result', /^Stopped · 0 of 345$/],
  ['is being stopped', null, 'Progress', /^0 of 345.devices$/],
])('shows that a notification that %s went to no device', async (_name, finished_at, panel, words) => {
  setNow(AT);
  answerResults({ status: 'cancelled', finished_at, targeted: 345, sent: 0, cancelled: 345 });
  await openBroadcast();
  const result = await region(panel);
  expect(result.getByText(words)).toBeVisible();
  expect(result.queryByText('100%', { selector: 'span' })).toBeNull();
  const bar = result.getByRole('progressbar');
  expect(bar).toHaveAttribute('aria-valuenow', '0');
  expect(bar).toHaveAttribute('aria-valuetext', expect.stringMatching(/^0 of 345/));
});

it('does not show 100 % before all devices are done', async () => {
  answerResults({ status: 'paused', finished_at: null, targeted: 358, sent: 355, skipped: 1, cancelled: 1 });
  await openBroadcast();
  const progress = await region('Progress');
  expect(progress.getByText('99%')).toBeVisible();
  expect(progress.getByText('Left').parentElement).toHaveTextContent(/^Left1/);
});

it('compares a notification with others of its category', async () => {
  const category = { broadcasts: 2, targeted: 100, sent: 90, reached: 50, opened: 10 };
  answerResults({ category: 'news', sent: 1, reached: 1 }, { category });
  await openBroadcast();
  const result = await region('Result');
  expect(await result.findByText('News: 90% on average')).toBeVisible();
  expect(result.getByText('News: 20% on average')).toBeVisible();
  expect(result.getByText(/^Average of the 2 others of its category/)).toBeVisible();
});

it('shows the outcome for each device, with a time only for devices that received or will receive it', async () => {
  setNow(AT);
  const zoe = person(anAccount({ id: idOf(11), full_name: 'Zoe' }));
  const later = { sent_at: null, not_before: '2031-03-01T19:30:00.000Z' };
  answerResults({ status: 'sending', finished_at: null }, {}, [
    aDelivery({ device_id: idOf(301), user: zoe, attempts: 2, opened_at: AT, sent_at: AT, locale: 'en' }),
    aDelivery({ device_id: idOf(302), status: 'pending', ...later }),
    aDelivery({ device_id: idOf(303), status: 'skipped', error_code: 'opted_out', ...later }),
    aDelivery({ device_id: idOf(304), status: 'cancelled', ...later }),
    aDelivery({ device_id: idOf(305), status: 'invalid', error_code: 'UNREGISTERED', ...later }),
  ]);
  await openBroadcast();
  await screen.findByRole('link', { name: 'Zoe' });
  const [sent, pending, skipped, cancelled, invalid] = (await devices()).getAllByRole('listitem');
  expect(sent).toHaveTextContent(/^ZoeiOS · English · 2.attempts · opened just.nowAccepted/);
  expect(within(sent as HTMLElement).getByRole('link', { name: 'Zoe' })).toHaveAttribute(
    'href',
    `/members/${idOf(11)}`,
  );
  expect(pending).toHaveTextContent(/^Erased accountiOS · FrenchWaiting in 9 hours$/);
  expect(skipped).toHaveTextContent(/Left out the member has declined this category since$/);
  expect(cancelled).toHaveTextContent(/Stopped\s*$/);
  expect(invalid).toHaveTextContent(/App gone the app was removed from the phone/);
});

it('filters devices by outcome and links to those with one reason', async () => {
  const failures = [
    { status: 'failed', error_code: 'provider_timeout', count: 2 },
    { status: 'failed', error_code: 'provider_unreachable', count: 3 },
    { status: 'invalid', error_code: 'UNREGISTERED', count: 4 },
  ] as const;
  const { reads } = answerResults({}, { failures: [...failures] }, [aDelivery()]);
  const { user, router } = await openBroadcast();
  const reasons = await region('Why devices were not reached');
  const [away, gone] = reasons.getAllByRole('listitem');
  // Two codes of one reason are counted together, but the list filters by one code at a time.
  expect(away).toHaveTextContent(/^5.*could not be reached.*provider_timeout, provider_unreachable$/);
  expect(within(away as HTMLElement).queryByRole('link')).toBeNull();
  await user.click(within(gone as HTMLElement).getByRole('link', { name: '4' }));
  await waitFor(() =>
    expect(reads.at(-1)?.query).toEqual({
      status: 'invalid',
      error_code: 'UNREGISTERED',
      skip: '0',
      limit: '25',
    }),
  );
  await user.selectOptions(screen.getByRole('combobox', { name: 'Outcome' }), 'failed');
  await waitFor(() => expect(router.state.location.search).toContain('outcome=failed'));
});

it('shows cumulative numbers for the first 48 hours, including hours without changes', async () => {
  setNow('2031-03-01T15:30:00Z');
  const over_time = [
    { hour: '2031-03-01T10:00:00.000Z', accepted: 2, opened: 0 },
    { hour: '2031-03-01T12:00:00.000Z', accepted: 1, opened: 1 },
  ];
  answerResults({}, { over_time });
  const { user } = await openBroadcast();
  const hours = await region('Hour by hour');
  await user.click(hours.getByRole('button', { name: 'Show as a table' }));
  const cells = hours
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(1)
        .map(({ textContent }) => textContent),
    );
  expect(cells).toEqual([
    ['2', '0'],
    ['2', '0'],
    ['3', '1'],
    ['3', '1'],
    ['3', '1'],
    ['3', '1'],
  ]);
});

it('shows at most 48 hours', async () => {
  setNow('2031-03-09T15:30:00Z');
  answerResults({}, { over_time: [{ hour: '2031-03-01T10:00:00.000Z', accepted: 2, opened: 0 }] });
  const { user } = await openBroadcast();
  const hours = await region('Hour by hour');
  await user.click(hours.getByRole('button', { name: 'Show as a table' }));
  expect(hours.getAllByRole('row')).toHaveLength(49);
});

it('compares platforms, languages and versions', async () => {
  const share = { targeted: 2, sent: 1, opened: 0 };
  answerResults(
    {},
    {
      by_platform: [{ key: 'ios', ...share }],
      by_locale: [{ key: 'fr', ...share, opened: 1 }],
      by_version: [{ key: null, ...share, sent: 2 }],
    },
  );
  const { user } = await openBroadcast();
  const compared = await region('Breakdown');
  await user.click(compared.getByRole('button', { name: 'Show as a table' }));
  expect(compared.getByRole('row', { name: 'iOS 2 1 0' })).toBeVisible();
  await user.click(compared.getByRole('radio', { name: 'Language' }));
  expect(await compared.findByRole('row', { name: 'French 2 1 1' })).toBeVisible();
  await user.click(compared.getByRole('radio', { name: 'Version' }));
  expect(await compared.findByRole('row', { name: 'Unknown 2 2 0' })).toBeVisible();
});

it('refetches the devices when a member opens the notification', async () => {
  const deliveries = [aDelivery()];
  const { state } = answerResults({ sent: 1, reached: 1 }, {}, deliveries);
  await openBroadcast();
  expect(await devices()).toBeDefined();
  state.broadcast = aBroadcast({ ...state.broadcast, opened: 1 });
  deliveries[0] = aDelivery({ opened_at: '2031-03-01T11:00:00.000Z' });
  sendEvent('changed', { entity: 'broadcast', id: idOf(200) });
  expect(await (await devices()).findByText(/opened/)).toBeVisible();
});

it('shows the article or the day that a notification is about, and who sent it', async () => {
  answerResults({ source: 'news', source_id: idOf(70), sent_by: person(), urgent: true, ttl_seconds: 3600 });
  await openBroadcast();
  const facts = await region('Content and settings');
  expect(facts.getByRole('link', { name: 'An article' })).toHaveAttribute('href', `/news/${idOf(70)}`);
  expect(facts.getByText('Sent by').parentElement).toHaveTextContent('Ada Lovelace');
  expect(facts.getByText('Sent anyway (urgent)')).toBeVisible();
  expect(facts.getByText('1 hour')).toBeVisible();
});
