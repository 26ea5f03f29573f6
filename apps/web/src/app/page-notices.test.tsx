import { onlineManager, useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { refusal } from '../../test/api-errors.ts';
import { renderPart } from '../../test/render.tsx';
import { button } from '../../test/screen.ts';
import { LoadFailure } from '../components/load-failure.tsx';
import type { Locale } from '../platform/i18n.ts';
import { leavingAfter } from '../platform/leaving.ts';
import { queryClient } from '../platform/query-client.ts';
import { PageNotices } from './page-notices.tsx';

const FAILED =
  /^Part of this page could not be loaded, or may be out of date\. Something went wrong on our side/;
const failure = () => refusal(500, 'internal_error');

interface PartProps {
  read: () => Promise<string>;
  /** True if the part shows its failure itself. */
  isOwn?: boolean;
  isSilent?: boolean;
}

function Part({ read, isOwn = false, isSilent = false }: PartProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['part'],
    queryFn: read,
    retry: false,
    meta: { isSilent },
  });
  if (!data && error && isOwn) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return <p>{data ?? 'Nothing yet'}</p>;
}

async function open(props: Omit<PartProps, 'read'> = {}, locale: Locale = 'en') {
  const read = vi.fn<() => Promise<string>>();
  const show = () =>
    renderPart(
      <>
        <PageNotices />
        <Part read={read} {...props} />
      </>,
      { locale },
    );
  return { read, show };
}

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 400)));
const readAgain = () => act(() => queryClient.refetchQueries());

afterEach(() => onlineManager.setOnline(true));

it('says above the page that a part could not be loaded, and reads only that part again', async () => {
  const { read, show } = await open();
  read.mockRejectedValueOnce(failure()).mockResolvedValue('Read');
  const { user } = show();
  expect(await screen.findByText(FAILED)).toBeVisible();
  await user.click(await button('Try again'));
  expect(await screen.findByText('Read')).toBeVisible();
  await waitFor(() => expect(screen.queryByText(FAILED)).toBeNull());
});

it('keeps what was read before, and says that it may be out of date', async () => {
  const { read, show } = await open();
  read.mockResolvedValueOnce('Read').mockRejectedValue(failure());
  show();
  expect(await screen.findByText('Read')).toBeVisible();
  await readAgain();
  expect(await screen.findByText(FAILED)).toBeVisible();
  expect(screen.getByText('Read')).toBeVisible();
});

it('does not repeat a failure that the part shows in its own place', async () => {
  const { read, show } = await open({ isOwn: true });
  read.mockRejectedValueOnce(failure()).mockResolvedValue('Read');
  const { user } = show();
  expect(await screen.findByRole('alert')).toHaveTextContent(/Something went wrong!.*Request r-1/);
  await settle();
  expect(screen.queryByText(FAILED)).toBeNull();
  await user.click(await button('Try again'));
  expect(await screen.findByText('Read')).toBeVisible();
});

it.each([
  ['a read that is optional', { isSilent: true }, failure()],
  ['a refusal that repeating does not change', {}, refusal(409, 'conflict')],
])('says nothing of %s', async (_, props, error) => {
  const { read, show } = await open(props);
  read.mockRejectedValue(error);
  show();
  await screen.findByText('Nothing yet');
  await settle();
  expect(screen.queryByText(/could not be loaded|deleted/)).toBeNull();
});

it('says that a page shows what was deleted, but not while somebody leaves it because of that', async () => {
  const { read, show } = await open();
  read.mockResolvedValueOnce('Read').mockRejectedValue(refusal(404, 'not_found'));
  show();
  await screen.findByText('Read');
  const { promise, resolve } = Promise.withResolvers<void>();
  const leaving = leavingAfter(() => promise);
  await readAgain();
  await settle();
  expect(screen.queryByText(/still shows what was deleted/)).toBeNull();
  resolve();
  await leaving;
  await readAgain();
  expect(await screen.findByText(/^Not Found This page still shows what was deleted/)).toBeVisible();
});

it.each<[Locale, RegExp]>([
  ['en', /^You are offline\. What is shown may be out of date/],
  ['fr', /^Vous êtes hors ligne\. Les données affichées peuvent dater/],
])('says in %s that the browser is offline, as long as it is, over what was read', async (locale, text) => {
  const { read, show } = await open({}, locale);
  read.mockResolvedValue('Read');
  show();
  expect(await screen.findByText('Read')).toBeVisible();
  expect(screen.queryByText(text)).toBeNull();
  act(() => onlineManager.setOnline(false));
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByText('Read')).toBeVisible();
  act(() => onlineManager.setOnline(true));
  expect(screen.queryByText(text)).toBeNull();
});
