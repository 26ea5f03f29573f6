import { onlineManager, useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { refusal } from '../../test/api-errors.ts';
import { renderPart } from '../../test/render.tsx';
import { button } from '../../test/screen.ts';
import { LoadFailure } from '../components/load-failure.tsx';
import type { Locale } from '../platform/i18n.ts';
import { leaveAfter } from '../platform/leaving.ts';
import { queryClient } from '../platform/query-client.ts';
import { PageNotices } from './page-notices.tsx';

const FAILED =
  /^Part of this page could not be loaded, or may be out of date\. Something went wrong on our side/;
const failure = () => refusal(500, 'internal_error');

interface DataViewProps {
  read: () => Promise<string>;
  /** True if the component shows its failure itself. */
  showsFailure?: boolean;
  isSilent?: boolean;
}

function DataView({ read, showsFailure = false, isSilent = false }: DataViewProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['part'],
    queryFn: read,
    retry: false,
    meta: { isSilent },
  });
  if (!data && error && showsFailure) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return <p>{data ?? 'Nothing yet'}</p>;
}

async function open(props: Omit<DataViewProps, 'read'> = {}, locale: Locale = 'en') {
  const read = vi.fn<() => Promise<string>>();
  const show = () =>
    renderPart(
      <>
        <PageNotices />
        <DataView read={read} {...props} />
      </>,
      { locale },
    );
  return { read, show };
}

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 400)));
const refetchAll = () => act(() => queryClient.refetchQueries());

afterEach(() => onlineManager.setOnline(true));

it('shows a notice if a query fails, and retries only that query', async () => {
  const { read, show } = await open();
  read.mockRejectedValueOnce(failure()).mockResolvedValue('Read');
  const { user } = show();
  expect(await screen.findByText(FAILED)).toBeVisible();
  await user.click(await button('Try again'));
  expect(await screen.findByText('Read')).toBeVisible();
  await waitFor(() => expect(screen.queryByText(FAILED)).toBeNull());
});

it('keeps the previous data, and warns that it may be out of date', async () => {
  const { read, show } = await open();
  read.mockResolvedValueOnce('Read').mockRejectedValue(failure());
  show();
  expect(await screen.findByText('Read')).toBeVisible();
  await refetchAll();
  expect(await screen.findByText(FAILED)).toBeVisible();
  expect(screen.getByText('Read')).toBeVisible();
});

it('does not repeat a failure that the component shows itself', async () => {
  const { read, show } = await open({ showsFailure: true });
  read.mockRejectedValueOnce(failure()).mockResolvedValue('Read');
  const { user } = show();
  expect(await screen.findByRole('alert')).toHaveTextContent(/Something went wrong!.*Request r-1/);
  await settle();
  expect(screen.queryByText(FAILED)).toBeNull();
  await user.click(await button('Try again'));
  expect(await screen.findByText('Read')).toBeVisible();
});

it.each([
  ['an optional query', { isSilent: true }, failure()],
  ['an error that a retry cannot resolve', {}, refusal(409, 'conflict')],
])('shows no notice for %s', async (_, props, error) => {
  const { read, show } = await open(props);
  read.mockRejectedValue(error);
  show();
  await screen.findByText('Nothing yet');
  await settle();
  expect(screen.queryByText(/could not be loaded|deleted/)).toBeNull();
});

it('warns that a page shows deleted data, but not while the page is being left because of that', async () => {
  const { read, show } = await open();
  read.mockResolvedValueOnce('Read').mockRejectedValue(refusal(404, 'not_found'));
  show();
  await screen.findByText('Read');
  const { promise, resolve } = Promise.withResolvers<void>();
  const leaving = leaveAfter(() => promise);
  await refetchAll();
  await settle();
  expect(screen.queryByText(/still shows what was deleted/)).toBeNull();
  resolve();
  await leaving;
  await refetchAll();
  expect(await screen.findByText(/^Not Found This page still shows what was deleted/)).toBeVisible();
});

it.each<[Locale, RegExp]>([
  ['en', /^You are offline\. What is shown may be out of date/],
  ['fr', /^Vous êtes hors ligne\. Les données affichées peuvent dater/],
])('shows in %s above the data that the browser is offline, for as long as it is', async (locale, text) => {
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
