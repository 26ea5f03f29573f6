import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../../../test/render.tsx';
import { button, expectProblem } from '../../../../test/screen.ts';
import { TextModal } from './text-modal.tsx';

it('validates a text when its field is left, and returns it trimmed once it is valid', async () => {
  const onSubmit = vi.fn<(text: string) => void>();
  const onClose = vi.fn<() => void>();
  const { user } = renderPart(
    <TextModal
      title="Link"
      label="Address"
      hint="Where the link leads"
      max={10}
      value="http://"
      problemOf={(text) => (text === 'https://a' ? undefined : 'Wrong')}
      onSubmit={onSubmit}
      onClose={onClose}
    />,
  );
  const field = await screen.findByLabelText('Address');
  await user.click(field);
  await user.tab();
  await expectProblem(field, /^Wrong/);
  await user.click(await button('Apply'));
  expect(onSubmit).not.toHaveBeenCalled();
  await user.clear(field);
  await user.type(field, 'https://a and more');
  expect(field).toHaveValue('https://a ');
  await user.keyboard('{Enter}');
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith('https://a');
  expect(onClose).toHaveBeenCalledOnce();
});
