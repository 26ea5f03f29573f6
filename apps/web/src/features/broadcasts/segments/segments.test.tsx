import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aSuperuser, idOf } from '../../../../test/accounts.ts';
import { answer, contract } from '../../../../test/api.ts';
import { anAudiencePreview, answerSegments, aSegment } from '../../../../test/broadcasts.ts';
import { openPage } from '../../../../test/render.tsx';
import { button, expectProblem, expectToast, fill } from '../../../../test/screen.ts';

const open = () => openPage('/broadcast?view=segments', { as: aSuperuser() });
const counted = () => {
  answer(contract.dashboard.readHealth, { status: 200, body: { data: [], count: 0 } });
  answer(contract.broadcasts.previewAudience, { status: 200, body: anAudiencePreview() });
};

it('lists segments with their rules, their members and the notifications that use them', async () => {
  answerSegments(
    aSegment({ used_by: [{ id: idOf(200), name: 'Summer party', status: 'scheduled' }] }),
    aSegment({ id: idOf(401), name: 'Sleepers', audience: { unopened_last: true } }),
  );
  await open();
  const rowOf = (name: string) => within(screen.getByText(name).closest('li') as HTMLElement);
  expect(await screen.findByText('Sleepers')).toBeVisible();
  const inFirst = rowOf('Anglophones');
  expect(inFirst.getByText('members using the app in English')).toBeVisible();
  expect(inFirst.getByRole('link', { name: 'See the members of Anglophones' })).toHaveAttribute(
    'href',
    `/members?segment_id=${idOf(400)}`,
  );
  expect(inFirst.getByRole('link', { name: 'Summer party' })).toHaveAttribute(
    'href',
    `/broadcast/${idOf(200)}`,
  );
  expect(rowOf('Sleepers').getByText('members who did not open the last notification')).toBeVisible();
});

it('creates a segment, which needs a name and a filter', async () => {
  counted();
  answerSegments();
  const creations = answer(contract.segments.createSegment, { status: 200, body: aSegment() });
  const { user } = await open();
  expect(await screen.findByText('No segment yet')).toBeVisible();
  await user.click(await button('New segment'));
  const dialog = within(await screen.findByRole('dialog', { name: 'New segment' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await expectProblem(dialog.getByRole('textbox', { name: /^Name/ }), /^Give it a name/);
  expect(dialog.getByRole('alert')).toHaveTextContent('Add a filter');
  await fill(user, dialog.getByRole('textbox', { name: /^Name/ }), 'Sleepers');
  await user.click(dialog.getByRole('button', { name: 'Add a filter' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Did not open the last notification' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await expectToast('The segment is saved.');
  expect(creations.map(({ body }) => body)).toEqual([
    { name: 'Sleepers', audience: { unopened_last: true } },
  ]);
});

it('changes the rules of a segment in the version that was shown', async () => {
  counted();
  answerSegments(aSegment({ version: 3 }));
  const updates = answer(contract.segments.updateSegment, { status: 200, body: aSegment() });
  const { user } = await open();
  await user.click(await button('Change Anglophones'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change “Anglophones”' }));
  await user.click(dialog.getByRole('checkbox', { name: 'French' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(updates[0]?.body).toEqual({
      name: 'Anglophones',
      audience: { locales: ['en', 'fr'] },
      version: 3,
    }),
  );
});

it('erases a segment after asking, and names the notifications that keep one from being erased', async () => {
  answerSegments(
    aSegment(),
    aSegment({ id: idOf(401), name: 'In use', used_by: [{ id: idOf(200), name: 'Party', status: 'draft' }] }),
  );
  const deletions = answer(contract.segments.deleteSegment, { status: 200, body: { message: '' } });
  const { user } = await open();
  await user.click(await button('Erase In use for good'));
  await expectToast('It can’t be erased: it is to get “Party”. Choose other recipients there first.');
  await user.click(await button('Erase Anglophones for good'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Erase for good' }));
  await expectToast('The segment is erased.');
  expect(deletions.map(({ params }) => params['id'])).toEqual([idOf(400)]);
});
