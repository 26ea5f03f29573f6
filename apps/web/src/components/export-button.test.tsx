import { waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answer, contract, hold, refuse } from '../../test/api.ts';
import { renderPart } from '../../test/render.tsx';
import { button, expectToast } from '../../test/screen.ts';
import { storeToken } from '../platform/session.ts';
import { ExportButton } from './export-button.tsx';

const { exportItems } = contract.items;
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
