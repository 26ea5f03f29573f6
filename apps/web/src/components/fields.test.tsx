import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../test/render.tsx';
import { button, expectProblem } from '../../test/screen.ts';
import { CountedField } from './counted-field.tsx';
import { FileDrop } from './file-drop.tsx';
import { PasswordField } from './password-field.tsx';
import { PasswordStrength } from './password-strength.tsx';

function Counted({ max, error }: { max: number; error?: string }) {
  const [text, setText] = useState('');
  return (
    <CountedField
      label="Text"
      max={max}
      value={text}
      error={error}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  );
}

it('counts graphemes, without surrounding spaces', async () => {
  const { user } = renderPart(<Counted max={2_000} />);
  await user.click(screen.getByLabelText('Text'));
  await user.paste(' é👩‍👩‍👧x ');
  expect(screen.getByText('3/2,000')).toBeInTheDocument();
  expect(screen.getByLabelText('Text')).toHaveAccessibleDescription(/3 of 2,000\scharacters/);
});

it('marks a text that is too long once the field is left', async () => {
  const { user } = renderPart(<Counted max={3} />);
  const field = screen.getByLabelText('Text');
  await user.click(field);
  await user.paste('four');
  expect(field).toBeValid();
  await user.tab();
  await expectProblem(field, /At most 3\scharacters/);
  await user.click(field);
  await user.keyboard('{End}{Backspace}');
  expect(field).toBeValid();
});

it('shows another error instead of that about the length', async () => {
  const { user } = renderPart(<Counted max={3} error="Forbidden" />);
  await user.click(screen.getByLabelText('Text'));
  await user.paste('four');
  await user.tab();
  await expectProblem(screen.getByLabelText('Text'), /^Forbidden/);
});

it('shows and hides each password separately', async () => {
  const { user } = renderPart(
    <>
      <PasswordField label="Password" />
      <PasswordField label="Again" />
    </>,
  );
  const [first, second] = [screen.getByLabelText('Password'), screen.getByLabelText('Again')];
  await user.type(first, 'correct horse');
  const [show] = screen.getAllByRole('button', { name: 'Show the password' });
  if (show) await user.click(show);
  expect(first).toHaveAttribute('type', 'text');
  expect(first).toHaveValue('correct horse');
  expect(second).toHaveAttribute('type', 'password');
  await user.click(await button('Hide the password'));
  expect(first).toHaveAttribute('type', 'password');
});

it.each([
  ['', 0, 'Low', 'Faible'],
  ['abc', 1, 'Low', 'Faible'],
  ['1234567', 1, 'Low', 'Faible'],
  ['aaaaaaaaaaaaaaaa', 1, 'Low', 'Faible'],
  ['horse staple', 2, 'Medium', 'Moyenne'],
  ['correct horse', 2, 'Medium', 'Moyenne'],
  ['Correct horse 9', 3, 'High', 'Élevée'],
  ['Correct horse staple 9', 4, 'High', 'Élevée'],
])('rates the password “%s” at %i of 4', (password, level, english, french) => {
  const { unmount } = renderPart(<PasswordStrength password={password} />);
  const meter = screen.getByRole('meter', { name: 'Password strength' });
  expect(meter).toHaveAttribute('aria-valuenow', String(level));
  expect(meter).toHaveAttribute('aria-valuetext', english);
  expect(within(meter.parentElement as HTMLElement).queryAllByText(english)).toHaveLength(password ? 1 : 0);
  unmount();
  renderPart(<PasswordStrength password={password} />, { locale: 'fr' });
  expect(screen.getByRole('meter')).toHaveAttribute('aria-valuetext', french);
});

function openDrop() {
  const onChoose = vi.fn<(file: File) => void>();
  const opened = renderPart(
    <FileDrop
      action="Choose a picture"
      accept={['image/png']}
      maxSize={1024 * 1024}
      types="PNG"
      onChoose={onChoose}
    />,
  );
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  const choose = (file: File) => input && fireEvent.change(input, { target: { files: [file] } });
  return { onChoose, choose, ...opened };
}

const fileOf = (type: string, size: number) => new File([new Uint8Array(size)], 'cat', { type });

it('accepts a file of an accepted type up to the size limit', async () => {
  const { onChoose, choose } = openDrop();
  expect(screen.getByText(/^or drop one here: PNG, up to 1\sMB$/)).toBeVisible();
  const file = fileOf('image/png', 1024 * 1024);
  choose(file);
  await vi.waitFor(() => expect(onChoose).toHaveBeenCalledExactlyOnceWith(file));
});

it.each([
  ['of another type', fileOf('image/gif', 10)],
  ['above the limit', fileOf('image/png', 1024 * 1024 + 1)],
])(
  'rejects a file %s before anything is sent, and clears the error once another is accepted',
  async (_, file) => {
    const { onChoose, choose } = openDrop();
    choose(file);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^This file can’t be used: choose PNG, up to 1\sMB\.$/,
    );
    expect(onChoose).not.toHaveBeenCalled();
    choose(fileOf('image/png', 10));
    await vi.waitFor(() => expect(onChoose).toHaveBeenCalledOnce());
    expect(screen.queryByRole('alert')).toBeNull();
  },
);
