import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../test/render.tsx';
import { button, expectProblem } from '../../test/screen.ts';
import type { Confirmation } from './confirm-modal.tsx';
import { useConfirm } from './use-confirm.tsx';

const ERASE: Confirmation = { title: 'Erase it?', text: 'It cannot be restored.', action: 'Erase' };

interface AskingProps {
  what: Confirmation;
  onAnswer: (isSure: boolean) => void;
}

function Asking({ what, onAnswer }: AskingProps) {
  const [dialog, confirm] = useConfirm();
  return (
    <>
      <button type="button" onClick={() => void confirm(what).then(onAnswer)}>
        Ask
      </button>
      {dialog}
    </>
  );
}

async function ask(more: Partial<Confirmation> = {}) {
  const onAnswer = vi.fn<(isSure: boolean) => void>();
  const opened = renderPart(<Asking what={{ ...ERASE, ...more }} onAnswer={onAnswer} />);
  await opened.user.click(await button('Ask'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase it?' }));
  return { onAnswer, dialog, ...opened };
}

it('confirms with the action button, which has the focus', async () => {
  const { dialog, user, onAnswer } = await ask();
  expect(dialog.getByText('It cannot be restored.')).toBeVisible();
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Erase' })).toHaveFocus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(onAnswer).toHaveBeenCalledExactlyOnceWith(true));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it.each(['Cancel', 'Close'])('declines with “%s”', async (name) => {
  const { dialog, user, onAnswer } = await ask();
  await user.click(dialog.getByRole('button', { name }));
  await waitFor(() => expect(onAnswer).toHaveBeenCalledExactlyOnceWith(false));
});

it('declines with Escape', async () => {
  const { user, onAnswer } = await ask();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(onAnswer).toHaveBeenCalledExactlyOnceWith(false));
});

it('uses the given label for the cancel button', async () => {
  const { dialog, user, onAnswer } = await ask({ cancelLabel: 'Keep it' });
  expect(dialog.queryByRole('button', { name: 'Cancel' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Keep it' }));
  await waitFor(() => expect(onAnswer).toHaveBeenCalledExactlyOnceWith(false));
});

it('requires a word to be typed exactly before an irreversible action', async () => {
  const { dialog, user, onAnswer } = await ask({ requiredWord: 'erase' });
  const word = dialog.getByLabelText('Type erase to confirm');
  const action = dialog.getByRole('button', { name: 'Erase' });
  await waitFor(() => expect(word).toHaveFocus());
  expect(action).toBeDisabled();
  await user.paste('eras');
  await user.keyboard('{Enter}');
  expect(onAnswer).not.toHaveBeenCalled();
  await user.tab();
  await expectProblem(word, 'Type exactly “erase”');
  await user.click(word);
  await user.keyboard('e ');
  expect(action).toBeEnabled();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(onAnswer).toHaveBeenCalledExactlyOnceWith(true));
});

it('declines a question when another one replaces it or the page is left', async () => {
  const { unmount, user, onAnswer } = await ask();
  screen.getByText('Ask').click();
  await waitFor(() => expect(onAnswer.mock.calls).toEqual([[false]]));
  await user.tab();
  unmount();
  await waitFor(() => expect(onAnswer.mock.calls).toEqual([[false], [false]]));
});
