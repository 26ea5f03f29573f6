import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../test/render.tsx';
import { useSaveKey } from './use-save-key.ts';

interface FormProps {
  isBusy?: boolean;
  onSave: () => void;
  dialog?: 'own' | 'other';
}

function Saving({ isBusy = false, onSave, dialog }: FormProps) {
  useSaveKey({ isBusy, onSave, isIn: (open) => open.contains(document.getElementById('own')) });
  return (
    <>
      <input aria-label="Text" />
      {dialog && (
        <div role="dialog" aria-modal="true">
          <input id={dialog} aria-label="In the dialog" />
        </div>
      )}
    </>
  );
}

const open = (props: Omit<FormProps, 'onSave'> = {}) => {
  const onSave = vi.fn<() => void>();
  return { onSave, ...renderPart(<Saving onSave={onSave} {...props} />) };
};

/** Presses Ctrl+S. @returns false if the browser would not save the page itself */
const pressSave = (init: KeyboardEventInit = { ctrlKey: true }) =>
  fireEvent.keyDown(screen.getByLabelText('Text'), { key: 's', ...init });

it.each([
  ['Ctrl+S', { ctrlKey: true }],
  ['Cmd+S', { metaKey: true }],
  ['Ctrl+S with Caps Lock', { ctrlKey: true, key: 'S' }],
])('saves on %s instead of the browser', (_, init) => {
  const { onSave } = open();
  expect(pressSave(init)).toBe(false);
  expect(onSave).toHaveBeenCalledOnce();
});

it('does nothing on S without a modifier or on another key', () => {
  const { onSave } = open();
  expect(pressSave({})).toBe(true);
  expect(pressSave({ ctrlKey: true, key: 'd' })).toBe(true);
  expect(onSave).not.toHaveBeenCalled();
});

it('saves again after a save during which Ctrl+S was pressed', async () => {
  const onSave = vi.fn<() => void>();
  function Busy() {
    const [isBusy, setBusy] = useState(true);
    return (
      <>
        <Saving isBusy={isBusy} onSave={onSave} />
        <button type="button" onClick={() => setBusy(false)}>
          Saved
        </button>
      </>
    );
  }
  const { user } = renderPart(<Busy />);
  pressSave();
  pressSave();
  expect(onSave).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Saved' }));
  expect(onSave).toHaveBeenCalledOnce();
});

it('ignores Ctrl+S behind a dialog, but prevents the browser from saving the page', () => {
  const { onSave } = open({ dialog: 'other' });
  expect(pressSave()).toBe(false);
  expect(onSave).not.toHaveBeenCalled();
});

it('saves a form that is in the dialog itself', () => {
  const { onSave } = open({ dialog: 'own' });
  expect(pressSave()).toBe(false);
  expect(onSave).toHaveBeenCalledOnce();
});
