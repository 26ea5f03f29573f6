import type { AppPreview } from '@agora/contract/features/dashboard/dashboard.preview.contract';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aColleague, anAccount, aSuperuser, idOf } from '../../../test/accounts.ts';
import { answer, contract } from '../../../test/api.ts';
import { openPage } from '../../../test/render.tsx';

const MEMBER = anAccount({ id: idOf(7), full_name: 'Ada Lovelace', locale: 'fr' });

const PREVIEW: AppPreview = {
  locale: 'fr',
  daily_message: {
    day: '2026-01-02',
    id: idOf(20),
    locale: 'fr',
    is_fallback: false,
    title: 'Bonjour',
    body: 'Une belle journée',
    author: 'Marcel',
    link: null,
    next_change_at: '2026-01-02T23:00:00.000Z',
  },
  news: [],
  unread_messages: 0,
  unread_notifications: 0,
  conversations: null,
  server_time: '2026-01-02T10:00:00.000Z',
};

async function open(as = aSuperuser(), body: Partial<AppPreview> = {}) {
  answer(contract.users.readUserById, { status: 200, body: MEMBER });
  const reads = answer(contract.appPreview.readAppPreview, { status: 200, body: { ...PREVIEW, ...body } });
  const opened = await openPage(`/members/${MEMBER.id}?view=app`, { as });
  await screen.findByText('Une belle journée');
  return { ...opened, reads };
}

it('shows in the member’s language what the app shows, and says what there is not', async () => {
  await open();
  expect(screen.getByText('Bonjour').closest('[lang]')).toHaveAttribute('lang', 'fr');
  expect(screen.getByText('No article is published.')).toBeVisible();
  expect(screen.getByText('You can’t read conversations.')).toBeVisible();
});

it('reads again only when asked, since the audit log has each time', async () => {
  const { user, reads } = await open();
  window.dispatchEvent(new Event('focus'));
  expect(reads).toHaveLength(1);
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Refresh' }));
  await screen.findByText('Une belle journée');
  expect(reads).toHaveLength(2);
});

it('offers the preview to a colleague who may read members, and to nobody else', async () => {
  await open(aColleague(['members.read']));
  expect(screen.getByRole('link', { name: 'In the app' })).toBeVisible();
});
