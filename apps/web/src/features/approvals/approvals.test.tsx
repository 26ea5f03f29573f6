import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aColleague, aSuperuser, aTeam, idOf } from '../../../test/accounts.ts';
import { answer, contract, refuse } from '../../../test/api.ts';
import { anApproval, aWaitingApproval } from '../../../test/approvals.ts';
import { answerArticle } from '../../../test/article.ts';
import { aBroadcast, answerBroadcast, openBroadcast, someStats } from '../../../test/broadcasts.ts';
import { aContent, anArticle, aText } from '../../../test/news.ts';
import { openPage } from '../../../test/render.tsx';
import { expectToast, fill, press } from '../../../test/screen.ts';

const EDITOR = aColleague(['broadcasts.read', 'broadcasts.write', 'news.read', 'news.write']);
const APPROVER = aColleague(['broadcasts.read', 'broadcasts.send', 'broadcasts.approve']);
const RULES = { preferences: { approve_pushes_above: 2, approve_news: true } };
const own = (person: { id: string; email: string; full_name: string | null }) => ({
  id: person.id,
  email: person.email,
  full_name: person.full_name,
});

const asked = (overrides: Parameters<typeof anApproval>[0] = {}) =>
  aBroadcast({ approval: anApproval(overrides) });

it('says that a large push needs a second person, and asks for approval in place of sending', async () => {
  const { state } = answerBroadcast();
  const asks = answer(contract.approvals.askForBroadcast, ({ body }) => {
    state.broadcast = asked({ note: (body as { note: string }).note, asked_by: own(aSuperuser()) });
    return { status: 200, body: state.broadcast };
  });
  const { user } = await openBroadcast(RULES);
  expect(await screen.findByText(/A second person has to approve/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Send…' })).toBeNull();
  await press(user, 'Ask for approval…');
  await fill(
    user,
    await screen.findByRole('textbox', { name: /^Note for those who approve/ }),
    'Before noon, please',
  );
  await user.click(await screen.findByRole('button', { name: 'Ask for approval' }));
  await expectToast('Approval is asked for.');
  expect(asks.map(({ body }) => body)).toEqual([
    { expected_devices: 3, version: 1, plan: null, note: 'Before noon, please' },
  ]);
  expect(await screen.findByText('Waits for approval')).toBeVisible();
  expect(screen.getByText('Before noon, please')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Ask for approval…' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Approve…' })).toBeNull();
});

it('sends a push up to the limit as before', async () => {
  answerBroadcast();
  await openBroadcast({ preferences: { approve_pushes_above: 3 } });
  expect(await screen.findByRole('button', { name: 'Send…' })).toBeEnabled();
  expect(screen.queryByText(/A second person/)).toBeNull();
});

it('lets those who write without sending ask, where the team has pushes approved', async () => {
  answerBroadcast();
  const asks = answer(contract.approvals.askForBroadcast, { status: 200, body: asked() });
  const { user } = await openBroadcast({ as: EDITOR, preferences: { approve_pushes_above: 1000 } });
  await press(user, 'Ask for approval…');
  await user.click(await screen.findByRole('button', { name: 'Ask for approval' }));
  await expectToast('Approval is asked for.');
  expect(asks).toHaveLength(1);
});

it('approves a push with the count and the version that were reviewed', async () => {
  const { state } = answerBroadcast({ approval: anApproval() });
  const approvals = answer(contract.approvals.approveBroadcast, () => {
    state.broadcast = aBroadcast({
      status: 'sending',
      version: 2,
      approval: anApproval({ status: 'approved' }),
    });
    return { status: 200, body: state.broadcast };
  });
  answer(contract.broadcasts.readStats, { status: 200, body: someStats() });
  const { user } = await openBroadcast({ as: APPROVER, ...RULES });
  await press(user, 'Approve…');
  await user.click(await screen.findByRole('button', { name: /^Approve for 3.devices$/ }));
  await expectToast('The notification is approved.');
  expect(approvals.map(({ body }) => body)).toEqual([{ expected_devices: 3, version: 1 }]);
});

it('offers a held push for now or for another time, never as it was planned', async () => {
  answerBroadcast({ approval: anApproval({ status: 'held', due_at: '2026-01-06T08:00:00.000Z' }) });
  const approvals = answer(contract.approvals.approveBroadcast, {
    status: 200,
    body: asked({ status: 'approved' }),
  });
  const { user } = await openBroadcast({ as: APPROVER, ...RULES });
  expect(await screen.findByText('Held: nobody approved it in time')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Approve for another time…' })).toBeVisible();
  await press(user, 'Approve for now…');
  await user.click(await screen.findByRole('button', { name: /^Approve for 3.devices$/ }));
  await expectToast('The notification is approved.');
  expect(approvals.map(({ body }) => body)).toEqual([{ expected_devices: 3, version: 1, plan: null }]);
});

it('closes the dialog and shows the current push if it changed before the approval', async () => {
  const { state } = answerBroadcast({ approval: anApproval() });
  refuse(contract.approvals.approveBroadcast, 'version_conflict');
  const { user } = await openBroadcast({ as: APPROVER, ...RULES });
  await press(user, 'Approve…');
  state.broadcast = aBroadcast({ version: 2, approval: anApproval({ status: 'outdated' }) });
  await user.click(await screen.findByRole('button', { name: /^Approve for 3.devices$/ }));
  expect(await screen.findByText('The request for approval has ended')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Approve…' })).toBeNull();
});

it('tells an approver who is involved why somebody else decides, and who can', async () => {
  const { id, email, full_name } = APPROVER;
  const author = { id: idOf(41), email: 'writes@example.com', full_name: 'Who wrote it' };
  answerBroadcast({ approval: anApproval(), created_by: author, updated_by: { id, email, full_name } });
  const asker = anApproval().asked_by;
  answer(contract.users.readTeam, {
    status: 200,
    body: aTeam(
      APPROVER,
      { id: asker?.id ?? '', email: 'asks@example.com', full_name: 'Who asked' },
      { id: idOf(41), email: 'writes@example.com', full_name: 'Who wrote it' },
      { id: idOf(40), email: 'zoe@example.com', full_name: 'Zoé' },
    ),
  });
  await openBroadcast({ as: APPROVER, ...RULES });
  expect(await screen.findByText(/You wrote it, last changed it or asked/)).toBeVisible();
  expect(await screen.findByText('These can approve it: Zoé.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Approve…' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Send back…' })).toBeNull();
});

it('sends back only with a comment, which its author then reads', async () => {
  const { state } = answerBroadcast({ approval: anApproval() });
  const decided_by = own(aSuperuser());
  const sent = answer(contract.approvals.sendBroadcastBack, () => {
    state.broadcast = asked({ status: 'sent_back', comment: 'The date is wrong', decided_by });
    return { status: 200, body: state.broadcast };
  });
  const { user } = await openBroadcast(RULES);
  await press(user, 'Send back…');
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Send back' }));
  expect(await dialog.findByText('Say what has to change')).toBeVisible();
  await fill(user, dialog.getByRole('textbox', { name: 'What has to change' }), 'The date is wrong');
  await user.click(dialog.getByRole('button', { name: 'Send back' }));
  await expectToast('It is sent back.');
  expect(sent.map(({ body }) => body)).toEqual([{ comment: 'The date is wrong', version: 1 }]);
  expect(await screen.findByText('Grace Hopper asks for changes')).toBeVisible();
  expect(screen.getByText('The date is wrong')).toBeVisible();
});

it('withdraws one’s own request', async () => {
  const { state } = answerBroadcast({ approval: anApproval({ asked_by: own(EDITOR) }) });
  const withdrawn = answer(contract.approvals.withdrawForBroadcast, () => {
    state.broadcast = asked({ status: 'withdrawn' });
    return { status: 200, body: state.broadcast };
  });
  const { user } = await openBroadcast({ as: EDITOR, ...RULES });
  await press(user, 'Withdraw the request');
  await expectToast('The request is withdrawn.');
  expect(withdrawn).toHaveLength(1);
  expect(await screen.findByRole('button', { name: 'Ask for approval…' })).toBeVisible();
});

it('asks for approval of an article with its saved version, in place of publishing it', async () => {
  const article = anArticle({ content: aContent({ fr: aText('Bonjour'), en: aText('Hello') }) });
  const { change } = answerArticle(article);
  const asks = answer(contract.approvals.askForNews, () => ({
    status: 200,
    body: change({ approval: anApproval({ devices: null }) }),
  }));
  const { user } = await openPage(`/news/${article.id}`, { as: EDITOR, ...RULES });
  await press(user, 'Ask for approval…');
  await fill(user, await screen.findByRole('textbox', { name: /^Note for those who approve/ }), 'Ready');
  await user.click(await screen.findByRole('button', { name: 'Ask for approval' }));
  await expectToast('Approval is asked for.');
  expect(asks.map(({ body }) => body)).toEqual([{ version: 1, plan: { visible_from: null }, note: 'Ready' }]);
  expect(await screen.findByText('Waits for approval')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Ask for approval…' })).toBeNull();
});

it('approves an article after a question', async () => {
  const article = anArticle({ approval: anApproval({ devices: null }), created_by: null, updated_by: null });
  const { change } = answerArticle(article);
  const approvals = answer(contract.approvals.approveNews, () => ({
    status: 200,
    body: change({ status: 'published', approval: anApproval({ status: 'approved' }) }),
  }));
  const { user } = await openPage(`/news/${article.id}`, { as: aSuperuser(), ...RULES });
  await press(user, 'Approve…');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }));
  await expectToast('The article is approved.');
  expect(approvals.map(({ body }) => body)).toEqual([{ version: 1 }]);
});

it('lists what waits, with what it is, whom it reaches and who asked, and counts it in the menu', async () => {
  const data = [
    aWaitingApproval(),
    aWaitingApproval(
      { kind: 'news', id: idOf(700), titles: { fr: 'Le marché', en: null } },
      { id: idOf(801), status: 'held', devices: null, due_at: '2026-01-06T08:00:00.000Z' },
    ),
  ];
  const lists = answer(contract.approvals.readApprovals, { status: 200, body: { data, count: 2 } });
  answerBroadcast({ approval: anApproval() });
  await openPage('/approvals?kind=news', { as: aSuperuser(), ...RULES });
  const list = within(await screen.findByRole('list', { name: 'Requests for approval' }));
  const rowOf = async (name: string) =>
    (await list.findByRole('link', { name })).closest('li') as HTMLElement;
  const [push, article] = [await rowOf('Hello'), await rowOf('Le marché')];
  expect(push).toHaveTextContent(
    /Hello.*Push notification · 5,000 devices · Once approved · Marc Dupont asked/,
  );
  expect(push).toHaveTextContent('Please check the date');
  expect(within(article).getByRole('link', { name: 'Le marché' })).toHaveAttribute(
    'href',
    `/news/${idOf(700)}`,
  );
  expect(article).toHaveTextContent(/Held: nobody approved it in time.*Article/);
  expect(lists.map(({ query }) => query)).toContainEqual({ kind: 'news', skip: '0', limit: '25' });
  expect(screen.getByRole('combobox', { name: 'Kind' })).toHaveDisplayValue('Articles');
  expect((await screen.findAllByText('2 wait for approval')).length).toBeGreaterThan(0);
});

it('says that nothing waits, in French, and has no entry in the menu of a team that has nothing approved', async () => {
  await openPage('/approvals', { as: APPROVER, locale: 'fr' });
  expect(await screen.findByText('Rien à approuver')).toBeVisible();
  expect(screen.queryByRole('link', { name: /^À approuver/ })).toBeNull();
});
