import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../test/render.tsx';
import { button, expectToast } from '../../test/screen.ts';
import type { Locale } from '../platform/i18n.ts';
import { ConflictDialog } from './conflict-dialog.tsx';

const PARTS = [
  { name: 'title', label: 'Title', mine: 'Swim', theirs: 'Run' },
  { name: 'place', label: 'Place', mine: '', theirs: 'Lake' },
] as const;

function open(parts: readonly (typeof PARTS)[number][] = PARTS, locale: Locale = 'en', savedBy?: string) {
  const onSave = vi.fn<(theirs: readonly string[]) => void>();
  const onClose = vi.fn<() => void>();
  const opened = renderPart(
    <ConflictDialog
      title="Another version"
      savedAt={new Date().toISOString()}
      savedBy={savedBy}
      parts={parts}
      theirs={['place']}
      onSave={onSave}
      onClose={onClose}
    />,
    { locale },
  );
  return { onSave, onClose, ...opened };
}

const group = (name: string) => within(screen.getByRole('group', { name }));

it('preselects my version, except for parts that only the other person has changed', async () => {
  const { user, onSave } = open();
  expect(group('Title').getByRole('radio', { name: /^Mine/ })).toBeChecked();
  expect(group('Place').getByRole('radio', { name: /^Theirs/ })).toBeChecked();
  expect(group('Place').getByText('Empty')).toBeVisible();
  await user.click(await button('Save this choice'));
  expect(onSave).toHaveBeenCalledExactlyOnceWith(['place']);
});

it('chooses one version for all parts at once', async () => {
  const { user, onSave } = open();
  await user.click(await button('Take all of theirs'));
  await user.click(await button('Save this choice'));
  await user.click(await button('Keep all of mine'));
  await user.click(await button('Save this choice'));
  expect(onSave.mock.calls).toEqual([[['title', 'place']], [[]]]);
});

it('offers no choice for all parts if there is only one part', () => {
  open(PARTS.slice(0, 1));
  expect(screen.queryByRole('button', { name: 'Take all of theirs' })).toBeNull();
});

it('changes nothing when it is closed', async () => {
  const { user, onSave, onClose } = open();
  await user.click(await button('Cancel'));
  expect(onClose).toHaveBeenCalledOnce();
  expect(onSave).not.toHaveBeenCalled();
});

it('copies my texts to the clipboard', async () => {
  const { user } = open();
  await user.click(await button('Copy mine'));
  await expectToast('Your texts are on the clipboard.');
  expect(await navigator.clipboard.readText()).toBe('Title\nSwim\n\nPlace\n');
});

it.each<[Locale, string | undefined, RegExp]>([
  ['en', 'Grace Hopper', /^Grace Hopper saved another version .*Choose which version to keep/],
  ['en', undefined, /^A colleague saved another version/],
  ['fr', 'Grace Hopper', /^Grace Hopper a enregistré une autre version/],
  ['fr', undefined, /^Un collègue a enregistré une autre version/],
])('says in %s that %s has saved another version', (locale, savedBy, text) => {
  open(PARTS, locale, savedBy);
  expect(screen.getByText(text)).toBeVisible();
});
