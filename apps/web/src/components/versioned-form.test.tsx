import { Button, TextInput } from '@mantine/core';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { networkError, refusal } from '../../test/api-errors.ts';
import { renderPart } from '../../test/render.tsx';
import { button, expectProblem, expectToast } from '../../test/screen.ts';
import { readDraft } from '../platform/drafts.ts';
import { atMost, rules } from '../platform/rules.tsx';
import { storeToken } from '../platform/session.ts';
import { useNewForm, useVersionedForm } from '../platform/use-versioned-form.ts';
import { DraftNotice } from './draft-notice.tsx';
import { VersionedFormDialogs } from './versioned-form.tsx';

interface Plan {
  id: string;
  version: number;
  updated_at: string;
  updated_by: { full_name: string | null; email: string } | null;
  title: string;
  place: string;
  /** Not edited here: follows the saved value. */
  status: string;
}

type Values = { title: string; place: string; status: string };

const aPlan = (own: Partial<Plan> = {}): Plan => ({
  id: 'plan',
  version: 1,
  updated_at: new Date().toISOString(),
  updated_by: { full_name: 'Grace Hopper', email: 'grace@example.com' },
  title: 'Walk',
  place: 'Park',
  status: 'draft',
  ...own,
});

const valuesOf = ({ title, place, status }: Plan): Values => ({ title, place, status });
const PARTS = { title: ['title'], place: ['place'] } as const;
const RULES = { title: rules(atMost(20, () => 'Too long')) };
const normal = (values: Values): Values => ({ ...values, title: values.title.trim() });

type Save = (values: Values, version: number) => Promise<Plan>;

interface EditorProps {
  plan: Plan;
  save: Save;
  read?: () => Promise<Plan | undefined>;
  onSaved?: () => void;
  onError?: () => boolean;
}

function Editor({ plan, save, read = async () => plan, onSaved = () => {}, onError }: EditorProps) {
  const editing = useVersionedForm<Plan, Values, keyof typeof PARTS>({
    drafts: 'ada:plans',
    rules: RULES,
    parts: PARTS,
    valuesOf,
    normal,
    saved: plan,
    save: (values, version) => save(values, version),
    read,
    onSaved,
    ...(onError && { onError }),
  });
  const { form, isBusy, isDirty, isRestored, onSubmit, discard } = editing;
  return (
    <>
      <form noValidate onSubmit={onSubmit}>
        <DraftNotice draft={{ isRestored, discard }} />
        <TextInput label="Title" {...form.getInputProps('title')} />
        <TextInput label="Place" {...form.getInputProps('place')} />
        <output>{form.getValues().status}</output>
        <Button type="submit" loading={isBusy} disabled={!isDirty}>
          Save
        </Button>
      </form>
      <VersionedFormDialogs
        editing={editing}
        title="Another version"
        labelOf={(part) => ({ title: 'Title', place: 'Place' })[part]}
        textOf={(values, part) => values[part]}
      />
    </>
  );
}

/** An editor whose saved version a test can change, as a live update does. */
function openEditor(props: Partial<EditorProps> = {}) {
  const save = vi.fn<Save>(async (values, version) => aPlan({ ...values, version: version + 1 }));
  const onSaved = vi.fn<() => void>();
  let change: (plan: Plan) => void = () => {};
  function Page() {
    const [plan, setPlan] = useState(props.plan ?? aPlan());
    useEffect(() => {
      change = setPlan;
    }, []);
    return <Editor save={save} onSaved={onSaved} {...props} plan={plan} />;
  }
  const opened = renderPart(<Page />);
  return { save, onSaved, change: (plan: Plan) => act(() => change(plan)), ...opened };
}

const field = (name: string) => screen.getByLabelText(name);
const storedDraft = () => readDraft<{ values: Values; base: Plan }>('ada:plans/plan')?.value;

async function write({ user }: { user: ReturnType<typeof renderPart>['user'] }, name: string, text: string) {
  await user.clear(field(name));
  await user.paste(text);
}

/** The choice between two versions of a part. */
const part = async (name: string) => within(await screen.findByRole('group', { name }));

beforeEach(() => storeToken('token'));

it('follows changes of others while there is no unsaved input', () => {
  const { change } = openEditor();
  change(aPlan({ version: 2, title: 'Run', status: 'ready' }));
  expect(field('Title')).toHaveValue('Run');
  expect(field('Place')).toHaveValue('Park');
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
});

it('ignores a version older than the current one', () => {
  const { change } = openEditor({ plan: aPlan({ version: 3 }) });
  change(aPlan({ version: 2, title: 'Run' }));
  expect(field('Title')).toHaveValue('Walk');
});

it('keeps unsaved input when others save', async () => {
  const opened = openEditor();
  await write(opened, 'Title', 'Swim');
  opened.change(aPlan({ version: 2, title: 'Run', place: 'Lake' }));
  expect(field('Title')).toHaveValue('Swim');
  expect(field('Place')).toHaveValue('Park');
});

it('saves with the version that it started from, then with the version of the response', async () => {
  const opened = openEditor();
  const { save, onSaved, user } = opened;
  await write(opened, 'Title', 'Swim');
  await user.click(await button('Save'));
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(save).toHaveBeenCalledExactlyOnceWith({ title: 'Swim', place: 'Park', status: 'draft' }, 1);
  expect(await button('Save')).toBeDisabled();
  await write(opened, 'Place', 'Lake');
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  expect(save).toHaveBeenLastCalledWith({ title: 'Swim', place: 'Lake', status: 'draft' }, 2);
});

it('saves nothing on Ctrl+S while nothing has changed or a field is invalid', async () => {
  const opened = openEditor();
  const { save, user } = opened;
  await user.click(field('Title'));
  await user.keyboard('{Control>}s{/Control}');
  await write(opened, 'Title', 'x'.repeat(21));
  await user.keyboard('{Control>}s{/Control}');
  await expectProblem(field('Title'), 'Too long');
  expect(save).not.toHaveBeenCalled();
});

it('keeps input typed during a save as a draft of the new version', async () => {
  const { promise, resolve } = Promise.withResolvers<Plan>();
  const opened = openEditor();
  const { save, user } = opened;
  save.mockReturnValueOnce(promise);
  await write(opened, 'Title', 'Swim');
  await user.click(await button('Save'));
  await write(opened, 'Title', 'Swim far');
  await act(async () => resolve(aPlan({ version: 2, title: 'Swim', status: 'ready' })));
  expect(field('Title')).toHaveValue('Swim far');
  await waitFor(() => expect(storedDraft()?.base.version).toBe(2));
  await user.click(await button('Save'));
  expect(save).toHaveBeenLastCalledWith({ title: 'Swim far', place: 'Park', status: 'ready' }, 2);
});

it('deletes its draft once everything is saved', async () => {
  const opened = openEditor();
  await write(opened, 'Title', 'Swim');
  await waitFor(() => expect(storedDraft()?.values.title).toBe('Swim'));
  await opened.user.click(await button('Save'));
  await waitFor(() => expect(storedDraft()).toBeUndefined());
});

it('restores a draft with the version that it started from, so that a later save of others is a conflict', async () => {
  const opened = openEditor();
  await write(opened, 'Title', 'Swim');
  opened.unmount();
  const again = openEditor({ plan: aPlan({ version: 5 }) });
  expect(await screen.findByText('What you had typed has been restored.')).toBeVisible();
  await again.user.click(await button('Save'));
  expect(again.save).toHaveBeenCalledExactlyOnceWith({ title: 'Swim', place: 'Park', status: 'draft' }, 1);
});

it('shows the saved version again when a restored draft is discarded', async () => {
  const opened = openEditor();
  await write(opened, 'Title', 'Swim');
  opened.unmount();
  const { user } = openEditor({ plan: aPlan({ version: 5, title: 'Run' }) });
  await user.click(await button('Discard this text'));
  expect(field('Title')).toHaveValue('Run');
  expect(await button('Save')).toBeDisabled();
  expect(storedDraft()).toBeUndefined();
});

const conflict = () => refusal(409, 'version_conflict');

it.each(['version_conflict', 'invalid_state'])(
  'retries on top of a change of others that does not conflict, after %s',
  async (code) => {
    const read = async () => aPlan({ version: 4, status: 'ready' });
    const opened = openEditor({ read });
    const { save, onSaved, user } = opened;
    save.mockRejectedValueOnce(refusal(409, code));
    await write(opened, 'Title', 'Swim');
    await user.click(await button('Save'));
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
    expect(save.mock.lastCall).toEqual([expect.objectContaining({ title: 'Swim', place: 'Park' }), 4]);
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);

it('shows both versions of parts that two people changed, and saves my version on top of theirs', async () => {
  const read = async () => aPlan({ version: 4, title: 'Run' });
  const opened = openEditor({ read });
  const { save, user } = opened;
  save.mockRejectedValueOnce(conflict());
  await write(opened, 'Title', 'Swim');
  await user.click(await button('Save'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Another version' }));
  expect(dialog.getByText(/^Grace Hopper saved another version/)).toBeVisible();
  const title = await part('Title');
  expect(title.getByText('Swim')).toBeVisible();
  expect(title.getByText('Run')).toBeVisible();
  expect(screen.queryByRole('group', { name: 'Place' })).toBeNull();
  expect(title.getByLabelText(/^Mine/)).toBeChecked();
  await user.click(dialog.getByRole('button', { name: 'Save this choice' }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  expect(save).toHaveBeenLastCalledWith({ title: 'Swim', place: 'Park', status: 'draft' }, 4);
});

it('preselects parts that only the other person changed, and saves the chosen versions', async () => {
  const read = async () => aPlan({ version: 4, title: 'Run', place: 'Lake' });
  const opened = openEditor({ read });
  const { save, user } = opened;
  save.mockRejectedValueOnce(conflict());
  await write(opened, 'Title', 'Swim');
  await user.click(await button('Save'));
  const [title, place] = [await part('Title'), await part('Place')];
  expect(title.getByLabelText(/^Mine/)).toBeChecked();
  expect(place.getByLabelText(/^Theirs/)).toBeChecked();
  await user.click(title.getByLabelText(/^Theirs/));
  await user.click(place.getByLabelText(/^Mine/));
  await user.click(await button('Save this choice'));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  expect(save).toHaveBeenLastCalledWith({ title: 'Run', place: 'Park', status: 'draft' }, 4);
});

it('does not report a conflict for texts that are equal once they are normalised', async () => {
  const read = async () => aPlan({ version: 4, title: 'Swim' });
  const opened = openEditor({ read });
  opened.save.mockRejectedValueOnce(conflict());
  await write(opened, 'Title', ' Swim ');
  await opened.user.click(await button('Save'));
  await waitFor(() => expect(opened.save).toHaveBeenCalledTimes(2));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('leaves the form as it was when the conflict dialog is closed', async () => {
  const read = async () => aPlan({ version: 4, title: 'Run' });
  const opened = openEditor({ read });
  const { save, user } = opened;
  save.mockRejectedValue(conflict());
  await write(opened, 'Title', 'Swim');
  await user.click(await button('Save'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  expect(field('Title')).toHaveValue('Swim');
  expect(save).toHaveBeenCalledOnce();
  await user.click(await button('Save'));
  expect(await screen.findByRole('dialog', { name: 'Another version' })).toBeVisible();
  expect(save.mock.lastCall?.[1]).toBe(1);
});

it('asks again when others save once more before the choice is saved', async () => {
  const read = vi
    .fn<() => Promise<Plan>>()
    .mockResolvedValueOnce(aPlan({ version: 4, title: 'Run' }))
    .mockResolvedValueOnce(aPlan({ version: 5, title: 'Jump' }));
  const opened = openEditor({ read });
  const { save, user } = opened;
  save.mockRejectedValueOnce(conflict()).mockRejectedValueOnce(conflict());
  await write(opened, 'Title', 'Swim');
  await user.click(await button('Save'));
  await user.click(await button('Save this choice'));
  expect(await screen.findByText('Jump')).toBeVisible();
  await user.click(await button('Save this choice'));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(3));
  expect(save.mock.calls.map(([, version]) => version)).toEqual([1, 4, 5]);
});

it('saves the choice again on top of the version that it was based on if the request failed', async () => {
  const read = async () => aPlan({ version: 4, title: 'Run' });
  const opened = openEditor({ read });
  const { save, user } = opened;
  save.mockRejectedValueOnce(conflict()).mockRejectedValueOnce(networkError());
  await write(opened, 'Title', 'Swim');
  await user.click(await button('Save'));
  await user.click(await button('Save this choice'));
  await expectToast('The service can’t be reached. Check your connection and try again.');
  await user.click(await button('Save'));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(3));
  expect(save.mock.calls.map(([, version]) => version)).toEqual([1, 4, 4]);
});

it('shows why saving failed, and keeps the input', async () => {
  const opened = openEditor();
  opened.save.mockRejectedValueOnce(networkError());
  await write(opened, 'Title', 'Swim');
  await opened.user.click(await button('Save'));
  await expectToast('The service can’t be reached. Check your connection and try again.');
  expect(field('Title')).toHaveValue('Swim');
  expect(opened.onSaved).not.toHaveBeenCalled();
});

it('leaves an error to the page that handles it', async () => {
  const onError = vi.fn<() => boolean>(() => true);
  const opened = openEditor({ onError, read: () => Promise.reject(new Error('not to be read')) });
  opened.save.mockRejectedValueOnce(conflict());
  await write(opened, 'Title', 'Swim');
  await opened.user.click(await button('Save'));
  await waitFor(() => expect(onError).toHaveBeenCalledOnce());
  expect(screen.queryByRole('dialog')).toBeNull();
});

interface NewProps {
  create: (values: Values) => Promise<Plan>;
  onCreated?: (saved: Plan, isWhole: boolean) => Promise<void>;
}

function NewPlan({ create, onCreated = async () => {} }: NewProps) {
  const { form, isBusy, isRestored, onSubmit, discard } = useNewForm<Plan, Values, keyof typeof PARTS>({
    drafts: 'ada:plans',
    about: 'today',
    initialValues: { title: '', place: '', status: 'draft' },
    rules: RULES,
    parts: PARTS,
    valuesOf,
    create,
    onCreated,
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <DraftNotice draft={{ isRestored, discard }} />
      <TextInput label="Title" {...form.getInputProps('title')} />
      <TextInput label="Place" {...form.getInputProps('place')} />
      <Button type="submit" loading={isBusy}>
        Create
      </Button>
    </form>
  );
}

function openNew() {
  const create = vi.fn<NewProps['create']>(async (values) => aPlan(values));
  const onCreated = vi.fn<NonNullable<NewProps['onCreated']>>(async () => undefined);
  return { create, onCreated, ...renderPart(<NewPlan create={create} onCreated={onCreated} />) };
}

const newDraft = () => readDraft<{ values: Values }>('ada:plans/new/today')?.value.values;

it('creates an object once from a new form, and deletes its draft', async () => {
  const opened = openNew();
  await write(opened, 'Title', 'Swim');
  await waitFor(() => expect(newDraft()?.title).toBe('Swim'));
  await opened.user.click(await button('Create'));
  await waitFor(() => expect(opened.onCreated).toHaveBeenCalledOnce());
  expect(opened.create).toHaveBeenCalledExactlyOnceWith({ title: 'Swim', place: '', status: 'draft' });
  expect(opened.onCreated.mock.lastCall).toEqual([expect.objectContaining({ title: 'Swim' }), true]);
  expect(newDraft()).toBeUndefined();
});

it('keeps input typed during a creation as a draft of the created object', async () => {
  const { promise, resolve } = Promise.withResolvers<Plan>();
  const opened = openNew();
  opened.create.mockReturnValueOnce(promise);
  await write(opened, 'Title', 'Swim');
  await opened.user.click(await button('Create'));
  await write(opened, 'Title', 'Swim far');
  await act(async () => resolve(aPlan({ title: 'Swim', place: '' })));
  await waitFor(() => expect(opened.onCreated).toHaveBeenCalledOnce());
  expect(opened.onCreated.mock.lastCall?.[1]).toBe(false);
  await waitFor(() => expect(storedDraft()?.values.title).toBe('Swim far'));
  expect(newDraft()).toBeUndefined();
});

it('retries a creation whose response was lost with the same input, even if more was typed since', async () => {
  const opened = openNew();
  const { create, user } = opened;
  create.mockRejectedValueOnce(networkError());
  await write(opened, 'Title', 'Swim');
  await user.click(await button('Create'));
  await expectToast('Something went wrong!');
  await write(opened, 'Title', 'Swim far');
  await user.click(await button('Create'));
  await waitFor(() => expect(create).toHaveBeenCalledTimes(2));
  expect(create.mock.lastCall?.[0].title).toBe('Swim');
  expect(opened.onCreated.mock.lastCall?.[1]).toBe(false);
});

it('sends corrected input after an error', async () => {
  const opened = openNew();
  const { create, user } = opened;
  create.mockRejectedValueOnce(refusal(409, 'conflict'));
  await write(opened, 'Title', 'Swim');
  await user.click(await button('Create'));
  await expectToast('Something went wrong!');
  expect(newDraft() ?? { title: 'Swim' }).toMatchObject({ title: 'Swim' });
  await write(opened, 'Title', 'Run');
  await user.click(await button('Create'));
  await waitFor(() => expect(create).toHaveBeenCalledTimes(2));
  expect(create.mock.lastCall?.[0].title).toBe('Run');
});
