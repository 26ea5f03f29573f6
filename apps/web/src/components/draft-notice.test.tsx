import { TextInput } from '@mantine/core';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPart } from '../../test/render.tsx';
import { button } from '../../test/screen.ts';
import { readDraft, readDrafts, writeDraft } from '../platform/drafts.ts';
import { endSession, storeToken } from '../platform/session.ts';
import { signOut } from '../platform/sign-out.ts';
import { useDraft } from '../platform/use-draft.ts';
import { useForm } from '../platform/use-form.ts';
import { DraftNotice } from './draft-notice.tsx';

const DAY = 86_400_000;
const RESTORED = 'What you had typed has been restored.';

/** A form with a draft. */
function NoteForm({ about }: { about: string }) {
  const form = useForm({ initialValues: { text: '' } });
  const draft = useDraft(`ada:notes/${about}`, form);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        draft.forget();
        form.reset();
      }}
    >
      <DraftNotice draft={draft} />
      <TextInput label="Text" {...form.getInputProps('text')} />
    </form>
  );
}

const field = () => screen.getByLabelText('Text');
const stored = (about: string) => readDraft<{ values: object }>(`ada:notes/${about}`)?.value.values;

beforeEach(() => storeToken('token'));

it('restores the input of a form that was left, and shows a notice', async () => {
  const { user, unmount } = renderPart(<NoteForm about="one" />);
  await user.click(field());
  await user.paste('Half a thought');
  unmount();
  expect(stored('one')).toEqual({ text: 'Half a thought' });
  renderPart(<NoteForm about="one" />);
  expect(await screen.findByText(RESTORED)).toBeVisible();
  expect(field()).toHaveValue('Half a thought');
});

it('stores input shortly after it is typed, in case the browser crashes', async () => {
  const { user } = renderPart(<NoteForm about="one" />);
  await user.click(field());
  await user.paste('Half a thought');
  expect(stored('one')).toBeUndefined();
  await waitFor(() => expect(stored('one')).toEqual({ text: 'Half a thought' }));
});

it('stores input at once when the page is hidden', async () => {
  const { user } = renderPart(<NoteForm about="one" />);
  await user.click(field());
  await user.paste('Half a thought');
  window.dispatchEvent(new Event('pagehide'));
  expect(stored('one')).toEqual({ text: 'Half a thought' });
});

it('restores only the draft of the same object', async () => {
  writeDraft('ada:notes/other', { values: { text: 'Another note' } });
  writeDraft('bob:notes/one', { values: { text: 'Another person' } });
  renderPart(<NoteForm about="one" />);
  expect(field()).toHaveValue('');
  expect(screen.queryByText(RESTORED)).toBeNull();
});

it('restores the draft of another object when the form shows that object', async () => {
  function Switch() {
    const [about, setAbout] = useState('one');
    return (
      <>
        <NoteForm key={about} about={about} />
        <button type="button" onClick={() => setAbout('two')}>
          Next
        </button>
      </>
    );
  }
  writeDraft('ada:notes/two', { values: { text: 'Second' } });
  const { user } = renderPart(<Switch />);
  await user.click(field());
  await user.paste('First');
  await user.click(await button('Next'));
  await waitFor(() => expect(field()).toHaveValue('Second'));
  expect(stored('one')).toEqual({ text: 'First' });
  expect(stored('two')).toEqual({ text: 'Second' });
});

it('resets the form and deletes the draft when the restored text is discarded', async () => {
  writeDraft('ada:notes/one', { values: { text: 'Half a thought' } });
  writeDraft('ada:notes/two', { values: { text: 'Another' } });
  const { user, unmount } = renderPart(<NoteForm about="one" />);
  await user.click(await button('Discard this text'));
  expect(field()).toHaveValue('');
  expect(screen.queryByText(RESTORED)).toBeNull();
  unmount();
  expect(stored('one')).toBeUndefined();
  expect(stored('two')).toEqual({ text: 'Another' });
});

it('deletes the draft once the form is saved', async () => {
  writeDraft('ada:notes/one', { values: { text: 'Half a thought' } });
  const { user, unmount } = renderPart(<NoteForm about="one" />);
  await screen.findByText(RESTORED);
  await user.click(field());
  await user.keyboard('{Enter}');
  unmount();
  expect(stored('one')).toBeUndefined();
});

it('deletes the draft when the input is removed again', async () => {
  const { user } = renderPart(<NoteForm about="one" />);
  await user.click(field());
  await user.paste('Half');
  await waitFor(() => expect(stored('one')).toBeDefined());
  await user.clear(field());
  await waitFor(() => expect(stored('one')).toBeUndefined());
});

it.each([
  ['keeps a draft for a week', 7 * DAY - 60_000, 'Half a thought'],
  ['forgets a draft after a week', 7 * DAY + 60_000, ''],
])('%s', async (_, later, expected) => {
  writeDraft('ada:notes/one', { values: { text: 'Half a thought' } });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + later });
  renderPart(<NoteForm about="one" />);
  await waitFor(() => expect(field()).toHaveValue(expected));
  expect(stored('one')).toEqual(expected ? { text: expected } : undefined);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toHaveLength(expected ? 1 : 0);
});

it('ignores a draft that cannot be read', async () => {
  localStorage.setItem('draft:ada:notes/one', '{"value":');
  renderPart(<NoteForm about="one" />);
  expect(field()).toHaveValue('');
  expect(localStorage.getItem('draft:ada:notes/one')).toBeNull();
});

it('stores the input of a form, up to the last letter, when the session ends', async () => {
  const { user } = renderPart(<NoteForm about="one" />);
  await user.click(field());
  await user.paste('Half a thought');
  act(() => endSession({ returnsAfterSignIn: true }));
  expect(stored('one')).toEqual({ text: 'Half a thought' });
});

it('deletes all drafts on sign-out, including input that is not stored yet', async () => {
  writeDraft('ada:items/new', { values: { title: 'Stored' } });
  localStorage.setItem('theme', 'dark');
  const { user, unmount } = renderPart(<NoteForm about="one" />);
  await user.click(field());
  await user.paste('Half a thought');
  act(() => signOut());
  unmount();
  window.dispatchEvent(new Event('pagehide'));
  expect(Object.keys(localStorage)).toEqual(['theme']);
});

it('lists the drafts under a key, the latest first', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000 });
  writeDraft('ada:news/new', 'first');
  vi.setSystemTime(2_000);
  writeDraft('ada:news/new/fr', 'second');
  writeDraft('ada:news/newest', 'of another key');
  expect(readDrafts<string>('ada:news/new').map(({ value }) => value)).toEqual(['second', 'first']);
});

it('keeps the form working when storage is full', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const { user, unmount } = renderPart(<NoteForm about="one" />);
  await user.click(field());
  await user.paste('Half a thought');
  expect(field()).toHaveValue('Half a thought');
  expect(unmount).not.toThrow();
});
