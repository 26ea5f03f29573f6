import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPage } from '../../../../test/render.tsx';

it('asks for an email address when the field is left empty', async () => {
  const { user } = await openPage('/login');
  await user.click(await screen.findByLabelText('Email'));
  await user.tab();
  expect(await screen.findByText('Email is required')).toBeVisible();
});
