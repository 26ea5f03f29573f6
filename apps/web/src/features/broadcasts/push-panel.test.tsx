import { screen } from '@testing-library/react';
import { Link } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { idOf } from '../../../test/accounts.ts';
import { answer, contract } from '../../../test/api.ts';
import { aBroadcast } from '../../../test/broadcasts.ts';
import { renderPart } from '../../../test/render.tsx';
import { setTimeZones } from '../../platform/dates.ts';
import { useNextPush } from './broadcasts.queries.ts';
import { PushPanel } from './push-panel.tsx';

beforeEach(() => setTimeZones(null, 'Europe/Paris'));

const ARTICLE = idOf(70);
const STOPPED = aBroadcast({
  id: idOf(201),
  status: 'cancelled',
  started_at: '2026-01-06T10:00:00.000Z',
  finished_at: '2026-01-06T10:00:00.000Z',
});

function NextPush() {
  const next = useNextPush(ARTICLE);
  return next && <Link to={next.path}>{next.label}</Link>;
}

function renderPanel(...about: ReturnType<typeof aBroadcast>[]) {
  const calls = answer(contract.broadcasts.readBroadcasts, {
    status: 200,
    body: { data: about, count: about.length },
  });
  renderPart(
    <>
      <PushPanel article={ARTICLE} />
      <NextPush />
    </>,
  );
  return calls;
}

it('offers to write the notification of an article', async () => {
  const calls = renderPanel();
  expect(await screen.findByRole('link', { name: 'Notify members…' })).toHaveAttribute(
    'href',
    `/broadcast/new?article=${ARTICLE}`,
  );
  expect(calls[0]?.query).toEqual({ source_id: ARTICLE, limit: '50' });
});

it('links to the notification of an article, and shows how many opened it', async () => {
  renderPanel(
    aBroadcast(),
    aBroadcast({
      id: idOf(202),
      status: 'sent',
      is_claimed: true,
      started_at: '2026-01-06T10:00:00.000Z',
      sent: 7,
      reached: 4,
      opened: 3,
    }),
  );
  expect(await screen.findByRole('link', { name: /^Sent on 6 January 2026 at 11:00$/ })).toHaveAttribute(
    'href',
    `/broadcast/${idOf(202)}`,
  );
  expect(screen.getByText('opened by 3 members (75%)')).toBeVisible();
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

it('links to the notification that is written but not sent', async () => {
  renderPanel(STOPPED, aBroadcast());
  expect(await screen.findByRole('link', { name: 'Open the notification' })).toHaveAttribute(
    'href',
    `/broadcast/${idOf(200)}`,
  );
});

it('offers a notification again if the previous one was stopped before any device received it', async () => {
  renderPanel(STOPPED);
  expect(await screen.findByRole('link', { name: 'Notify members…' })).toBeVisible();
});

it('links to a stopped notification that a device received', async () => {
  renderPanel({ ...STOPPED, is_claimed: true });
  expect(await screen.findByRole('link', { name: /^Stopped/ })).toBeVisible();
});
