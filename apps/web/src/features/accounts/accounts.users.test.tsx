import type { UserMe } from '@agora/contract/features/accounts/accounts.users.schema';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aColleague, aSuperuser, idOf } from '../../../test/accounts.ts';
import { answer, contract, refuse } from '../../../test/api.ts';
import { renderPart } from '../../../test/render.tsx';
import { getToken, storeToken } from '../../platform/session.ts';
import { useAnybody, useUser } from './accounts.users.queries.ts';

const Known = () => <p>{useUser(idOf(9)).isError ? 'Refused' : 'Loading'}</p>;
const Anybody = () => <p>{useAnybody(idOf(9)).data?.body.email ?? 'Unknown'}</p>;

it.each<[string, UserMe, string | null]>([
  ['keeps the session of those who may read members only', aColleague(['members.read']), 'token'],
  ['keeps the session of those who may read the team only', aColleague(['team.read']), 'token'],
  ['ends the session of a superuser', aSuperuser(), null],
])('%s when the service refuses an account', async (_what, as, token) => {
  storeToken('token');
  refuse(contract.users.readUserById, 'privileges_required');
  renderPart(<Known />, { as });
  expect(await screen.findByText('Refused')).toBeVisible();
  expect(getToken()).toBe(token);
});

it('reads an account of which nothing is known only for those who may read all', async () => {
  const body = aSuperuser({ id: idOf(9) });
  const calls = answer(contract.users.readUserById, { status: 200, body });
  const { unmount } = renderPart(<Anybody />, { as: aColleague(['members.read', 'audit_log.read']) });
  expect(screen.getByText('Unknown')).toBeVisible();
  unmount();
  expect(calls).toEqual([]);
  renderPart(<Anybody />, { as: aColleague(['members.read', 'team.read']) });
  expect(await screen.findByText(body.email)).toBeVisible();
});
