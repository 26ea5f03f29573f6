import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { somePreferences } from '../../../test/accounts.ts';
import { answer, contract, refuse } from '../../../test/api.ts';
import { renderPart } from '../../../test/render.tsx';
import { useOrganizationZone } from './accounts.preferences.queries.ts';

const Zone = () => <p>{useOrganizationZone() ?? 'Unknown'}</p>;

it('reads the organisation’s time zone repeatedly until a read succeeds', async () => {
  const refused = refuse(contract.preferences.readPreferences, 'bad_request');
  renderPart(<Zone />);
  await expect.poll(() => refused.length).toBe(1);
  expect(screen.getByText('Unknown')).toBeVisible();
  const read = answer(contract.preferences.readPreferences, {
    status: 200,
    body: somePreferences({ organization_time_zone: 'Europe/Paris' }),
  });
  await expect.poll(() => screen.queryByText('Europe/Paris'), { timeout: 10_000 }).not.toBeNull();
  expect(read).toHaveLength(1);
});
