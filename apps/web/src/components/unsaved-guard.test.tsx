import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { Link, Route, Routes, useNavigate } from 'react-router';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../test/render.tsx';
import { button } from '../../test/screen.ts';
import { leaveAfter, useNavigateAway } from '../platform/leaving.ts';
import { endSession, storeToken } from '../platform/session.ts';
import { UnsavedGuard } from './unsaved-guard.tsx';

interface EditorProps {
  isDirty?: boolean;
  onLeave?: () => void;
  onSave?: () => Promise<boolean>;
  /** Deletes the shown object. */
  remove?: () => Promise<void>;
}

function Editor({ isDirty = true, onLeave = () => {}, onSave, remove = async () => {} }: EditorProps) {
  const [isTyped, setTyped] = useState(isDirty);
  const navigate = useNavigate();
  const leaveTo = useNavigateAway();
  return (
    <>
      <h1>Editor</h1>
      <Link to="/other">Other page</Link>
      <Link to="?view=settings">Other view</Link>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
      <button type="button" onClick={() => setTyped(true)}>
        Type
      </button>
      <button
        type="button"
        onClick={() =>
          void leaveAfter(async () => {
            await remove();
            await leaveTo('/other');
          })
        }
      >
        Delete
      </button>
      <UnsavedGuard isDirty={isTyped} onLeave={onLeave} {...(onSave && { onSave })} />
    </>
  );
}

function openEditor(props: EditorProps = {}) {
  const onLeave = vi.fn<() => void>();
  const opened = renderPart(
    <Routes>
      <Route path="/other" element={<h1>Other</h1>} />
      <Route path="*" element={<Editor onLeave={onLeave} {...props} />} />
    </Routes>,
  );
  return { onLeave, ...opened };
}

const link = (name: string) => screen.getByRole('link', { name });
const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' });
const inQuestion = async (name: string) => within(await question()).getByRole('button', { name });

/** True if the browser would ask before it closes the tab. */
const asksOnClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('asks before a page with unsaved changes is left by a link, and stays if the user declines', async () => {
  const { user, onLeave } = openEditor();
  await user.click(link('Other page'));
  await user.click(await inQuestion('Keep writing'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('heading', { name: 'Editor' })).toBeVisible();
  expect(onLeave).not.toHaveBeenCalled();
  // A second attempt asks again.
  await user.click(link('Other page'));
  await user.click(await inQuestion('Leave without saving'));
  expect(await screen.findByRole('heading', { name: 'Other' })).toBeVisible();
  expect(onLeave).toHaveBeenCalledOnce();
});

it('saves before it leaves, and stays if that fails', async () => {
  const onSave = vi.fn<() => Promise<boolean>>().mockResolvedValueOnce(false).mockResolvedValueOnce(true);
  const { user } = openEditor({ onSave });
  await user.click(link('Other page'));
  await user.click(await inQuestion('Save'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('heading', { name: 'Editor' })).toBeVisible();
  await user.click(link('Other page'));
  expect(await inQuestion('Save')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { name: 'Other' })).toBeVisible();
  expect(onSave).toHaveBeenCalledTimes(2);
});

it('leaves a page without unsaved changes at once', async () => {
  const { user, onLeave } = openEditor({ isDirty: false });
  await user.click(link('Other page'));
  expect(await screen.findByRole('heading', { name: 'Other' })).toBeVisible();
  expect(onLeave).not.toHaveBeenCalled();
});

it('does not ask when only the view of the page changes', async () => {
  const { user } = openEditor();
  await user.click(link('Other view'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Editor' })).toBeVisible();
});

it('asks in French on a French page', async () => {
  const { user } = renderPart(
    <Routes>
      <Route path="*" element={<Editor />} />
    </Routes>,
    { locale: 'fr' },
  );
  await user.click(link('Other page'));
  const dialog = await screen.findByRole('dialog', { name: 'Quitter sans enregistrer\u202f?' });
  expect(within(dialog).getByRole('button', { name: 'Quitter sans enregistrer' })).toBeVisible();
});

it('lets the browser ask before the tab is closed only while there are unsaved changes', async () => {
  const { user } = openEditor({ isDirty: false });
  expect(asksOnClosing()).toBe(false);
  await user.click(await button('Type'));
  expect(asksOnClosing()).toBe(true);
});

it('does not ask when the session has ended, as the page cannot be kept', () => {
  storeToken('token');
  openEditor();
  act(() => endSession({ returnsAfterSignIn: true }));
  expect(asksOnClosing()).toBe(false);
});

it('asks about unsaved changes before the shown object is deleted, and deletes nothing if the user declines', async () => {
  const remove = vi.fn<() => Promise<void>>(async () => undefined);
  const { user } = openEditor({ remove });
  await user.click(await button('Delete'));
  await user.click(await inQuestion('Keep writing'));
  expect(remove).not.toHaveBeenCalled();
  await user.click(await button('Delete'));
  await user.click(await inQuestion('Leave without saving'));
  expect(await screen.findByRole('heading', { name: 'Other' })).toBeVisible();
  expect(remove).toHaveBeenCalledOnce();
});

it('stays on the page when deleting fails, and asks about unsaved changes as before', async () => {
  const remove = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('not now'));
  function Failing() {
    return (
      <>
        <button type="button" onClick={() => void leaveAfter(remove).catch(() => undefined)}>
          Try
        </button>
        <Editor />
      </>
    );
  }
  const { user } = renderPart(<Failing />);
  await user.click(await button('Try'));
  await user.click(await inQuestion('Leave without saving'));
  await waitFor(() => expect(remove).toHaveBeenCalledOnce());
  await user.click(link('Other page'));
  expect(await question()).toBeVisible();
});
