import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answer, answerUnchecked, contract, hold, refuse } from '../../test/api.ts';
import { renderPart } from '../../test/render.tsx';
import { button, expectToast } from '../../test/screen.ts';
import { storeToken } from '../platform/session.ts';
import { ExportButton, ExportSelection } from './export-button.tsx';
import { useSelection } from './use-selection.ts';

const { exportItems } = contract.items;
const { exportUsers } = contract.users;
const { verifyPassword } = contract.login;
const CSV = 'title\r\nA notebook\r\n';

/** The saved files, by name and content. */
function savedFiles() {
  const files: [string, Promise<string>][] = [];
  let blob: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((object) => {
    blob = object as Blob;
    return 'blob:test';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    if (blob) files.push([this.download, blob.text()]);
  });
  return files;
}

const open = () =>
  renderPart(
    <ExportButton
      path={exportItems.path}
      query={{ search: 'é &', owner_id: undefined, sort: '-title' }}
      fileName="items.csv"
    />,
  );

it('exports the rows with the filters and the order of the list as a file', async () => {
  storeToken('token');
  const files = savedFiles();
  const calls = answer(exportItems, { status: 200, body: CSV });
  const { user } = open();
  await user.click(await button('Export CSV'));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(calls[0]?.query).toEqual({ search: 'é &', sort: '-title' });
  expect(calls[0]?.headers.get('authorization')).toBe('Bearer token');
  expect(files[0]?.[0]).toBe('items.csv');
  expect(await files[0]?.[1]).toBe(CSV);
});

it('runs one export at a time', async () => {
  const files = savedFiles();
  const { calls, release } = hold(exportItems, { status: 200, body: CSV });
  const { user } = open();
  await user.dblClick(await button('Export CSV'));
  await waitFor(() => expect(calls).toHaveLength(1));
  release();
  await waitFor(() => expect(files).toHaveLength(1));
});

it('shows why an export failed, and saves no file', async () => {
  const files = savedFiles();
  refuse(exportItems, 'not_authenticated');
  const { user } = open();
  await user.click(await button('Export CSV'));
  await expectToast('Not authenticated');
  expect(files).toEqual([]);
});

it('asks for the password before personal data is exported, and then goes on', async () => {
  const files = savedFiles();
  refuse(exportUsers, 'password_required');
  const { user } = renderPart(
    <ExportButton path={exportUsers.path} query={{ sort: 'email' }} fileName="members.csv" />,
  );
  await user.click(await button('Export CSV'));
  await user.click(await button('Cancel'));
  expect(files).toEqual([]);
  await user.click(await button('Export CSV'));
  const field = await screen.findByLabelText('Your password');
  expect(screen.getByText('This file has personal data: confirm that it is you.')).toBeVisible();
  answer(verifyPassword, () => {
    answer(exportUsers, { status: 200, body: CSV });
    return { status: 200, body: { message: 'ok' } };
  });
  await user.type(field, 'correct horse{Enter}');
  await waitFor(() => expect(files).toHaveLength(1));
});

/** Three of 70 rows are on the page. */
function Selecting() {
  const rows = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  const selection = useSelection({ of: {}, rows, count: 70 });
  return (
    <>
      <button type="button" onClick={() => selection.setRowSelection({ a: true, c: true })}>
        Two
      </button>
      <button type="button" onClick={() => void selection.selectAll()}>
        All
      </button>
      <ExportSelection
        selection={selection}
        path={exportItems.path}
        query={{ search: 'x', sort: 'title' }}
        fileName="items.csv"
      />
    </>
  );
}

it('exports the selected rows by their ids, or all that match, with their expected number', async () => {
  const files = savedFiles();
  const queries: URLSearchParams[] = [];
  answerUnchecked(exportItems, (request) => {
    queries.push(new URL(request.url).searchParams);
    return new Response(CSV);
  });
  const { user } = renderPart(<Selecting />);
  await user.click(await button('Two'));
  await user.click(await button('Export the selection'));
  await waitFor(() => expect(files).toHaveLength(1));
  await user.click(await button('All'));
  await user.click(await button('Export the selection'));
  await waitFor(() => expect(files).toHaveLength(2));
  expect(queries.map((query) => Object.fromEntries(query))).toEqual([
    { search: 'x', sort: 'title', ids: 'a,c', expected_count: '2' },
    { search: 'x', sort: 'title', expected_count: '70' },
  ]);
});

it('says that the selected rows have changed, and saves no file', async () => {
  const files = savedFiles();
  refuse(exportItems, 'count_changed');
  const { user } = renderPart(<Selecting />);
  await user.click(await button('All'));
  await user.click(await button('Export the selection'));
  await expectToast('The list has changed: check it, then try again.');
  expect(files).toEqual([]);
});
