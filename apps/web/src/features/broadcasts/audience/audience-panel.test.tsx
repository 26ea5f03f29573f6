import type { Audience } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { anAccount, idOf } from '../../../../test/accounts.ts';
import { answer, answerUnchecked, contract, hold, refuse } from '../../../../test/api.ts';
import { anAudiencePreview, answerSegments, aSegment } from '../../../../test/broadcasts.ts';
import { renderPart } from '../../../../test/render.tsx';
import { button, expectProblem, fill } from '../../../../test/screen.ts';
import type { Locale } from '../../../platform/i18n.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useSubmit } from '../../../platform/use-submit.tsx';
import {
  type BroadcastValues,
  fieldsOf,
  type InitialFields,
  newValues,
} from '../compose/broadcast-values.ts';
import { broadcastRules } from '../compose/broadcasts.compose.rules.ts';
import { AudiencePanel } from './audience-panel.tsx';

const ZOE = anAccount({ id: idOf(11), full_name: 'Zoe', email: 'zoe@example.com' });
const ANNA = anAccount({ id: idOf(12), full_name: 'Anna', email: 'anna@example.com' });

interface FormProps {
  known: InitialFields;
  onSave: (audience: Audience | null) => void;
}

function AudienceForm({ known, onSave }: FormProps) {
  const form = useForm<BroadcastValues>({ initialValues: newValues(known), validate: broadcastRules });
  const { onSubmit } = useSubmit(
    form,
    async (values) => onSave(fieldsOf(values).audience),
    () => {},
  );
  return (
    <form noValidate onSubmit={onSubmit}>
      <AudiencePanel form={form} />
      <button type="submit">Save</button>
    </form>
  );
}

/** The audience panel in a form; `onSave` receives the audience that is saved. */
function renderAudience(known: InitialFields = {}, locale: Locale = 'en') {
  answer(contract.dashboard.readHealth, { status: 200, body: { data: [], count: 0 } });
  answer(contract.users.readUserById, ({ params }) => ({
    status: 200,
    body: params['user_id'] === ZOE.id ? ZOE : ANNA,
  }));
  const searches = answer(contract.users.readUsers, { status: 200, body: { data: [ANNA, ZOE], count: 2 } });
  answerSegments(aSegment());
  const counts = answer(contract.broadcasts.previewAudience, { status: 200, body: anAudiencePreview() });
  const onSave = vi.fn<FormProps['onSave']>();
  return {
    onSave,
    searches,
    counts,
    ...renderPart(<AudienceForm known={known} onSave={onSave} />, { locale }),
  };
}

const reach = () => within(screen.getByRole('region', { name: 'Reachable now' }));
const some = () => screen.getByRole('radio', { name: /^Some members/ });
const versions = () => within(screen.getByRole('group', { name: 'Version of the app' }));
const optionsOf = (label: string) =>
  within(screen.getByRole('listbox', { name: label, hidden: true })).queryAllByRole('option');

async function addFilter(user: UserEvent, name: string): Promise<void> {
  await user.click(await button('Add a filter'));
  await user.click(await screen.findByRole('menuitem', { name }));
}

async function pick(user: UserEvent, label: string, name: string): Promise<void> {
  await fill(user, screen.getByRole('combobox', { name: label }), name);
  await waitFor(() => expect(optionsOf(label)).not.toEqual([]));
  const option = optionsOf(label).find(({ textContent }) => textContent?.startsWith(name));
  await user.click(option as HTMLElement);
  expect(await button(`Remove ${name}`)).toBeVisible();
}

const FILTERS = [
  'Language of the app',
  'Platform',
  'Version of the app',
  'Last opened',
  'Joined',
  'Did not open the last notification',
  'Members chosen by hand',
];

it('removes a filter with its values, and keeps one that is only emptied', async () => {
  const { user, onSave } = renderAudience({
    audience: { locales: ['fr'], app_version: { gte: '2.14', lt: '3.0' } },
  });
  expect(screen.queryByRole('group', { name: 'Platform' })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'French' }));
  expect(screen.getByRole('checkbox', { name: 'French' })).not.toBeChecked();
  await user.click(screen.getByRole('checkbox', { name: 'English' }));
  await user.click(await button('Remove the filter “Version of the app”'));
  expect(screen.queryByRole('group', { name: 'Version of the app' })).toBeNull();
  await user.click(await button('Save'));
  await waitFor(() => expect(onSave).toHaveBeenCalledWith({ locales: ['en'] }));
});

it('marks a filter without a value as not in force yet', async () => {
  const { user, onSave } = renderAudience({ audience: { locales: ['fr'] } });
  const problem = 'To complete: this filter doesn’t count yet.';
  expect(screen.queryByText(problem)).toBeNull();
  await addFilter(user, 'Platform');
  expect(await screen.findAllByText(problem)).toHaveLength(1);
  await user.click(screen.getByRole('checkbox', { name: 'Android' }));
  expect(screen.queryByText(problem)).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'French' }));
  expect(await screen.findAllByText(problem)).toHaveLength(1);
  await user.click(await button('Save'));
  await waitFor(() => expect(onSave).toHaveBeenCalledWith({ platforms: ['android'] }));
});

it('saves every condition of an audience', async () => {
  const { user, onSave } = renderAudience();
  await user.click(some());
  for (const name of FILTERS) await addFilter(user, name);
  expect(screen.queryByRole('button', { name: 'Add a filter' })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'English' }));
  await user.click(screen.getByRole('checkbox', { name: 'Android' }));
  await fill(user, versions().getByLabelText('From'), '2.14');
  await fill(user, versions().getByLabelText('Before'), ' 3.0 ');
  await fill(user, screen.getByLabelText('At most (days ago)'), '30');
  await fill(user, screen.getByLabelText('At least (days ago)'), '0');
  const joined = within(screen.getByRole('group', { name: 'Joined' }));
  await fill(user, joined.getByRole('textbox', { name: 'From' }), '2026-01-01');
  await fill(user, joined.getByRole('textbox', { name: 'Until' }), '2026-01-31');
  await pick(user, 'Members chosen by hand', 'Zoe');
  await pick(user, 'Except', 'Anna');
  await user.click(await button('Save'));
  await waitFor(() =>
    expect(onSave.mock.calls).toEqual([
      [
        {
          locales: ['en'],
          platforms: ['android'],
          app_version: { gte: '2.14', lt: '3.0' },
          last_seen_days: { max: 30, min: 0 },
          joined: { from: '2026-01-01', to: '2026-01-31' },
          unopened_last: true,
          member_ids: [ZOE.id],
          exclude_member_ids: [ANNA.id],
        },
      ],
    ]),
  );
});

it('keeps the conditions of an audience that also includes everyone', async () => {
  const { user, onSave } = renderAudience({ audience: { everyone: true, platforms: ['ios'] } });
  expect(some()).toBeChecked();
  await user.click(await button('Save'));
  await waitFor(() => expect(onSave).toHaveBeenCalledWith({ platforms: ['ios'] }));
});

it('excludes members from an audience of everyone', async () => {
  const audience = { everyone: true, exclude_member_ids: [ZOE.id, ANNA.id] };
  const { user, onSave } = renderAudience({ audience });
  expect(screen.queryByRole('group', { name: 'Version of the app' })).toBeNull();
  await user.click(await button('Remove Zoe'));
  await user.click(await button('Save'));
  await waitFor(() => expect(onSave).toHaveBeenCalledWith({ everyone: true, exclude_member_ids: [ANNA.id] }));
});

it('requires a condition in addition to an exclusion, and keeps the exclusion', async () => {
  const { user, onSave } = renderAudience();
  await user.click(some());
  await pick(user, 'Except', 'Anna');
  await user.click(await button('Save'));
  const problem = /^Say which members: /;
  expect(await screen.findByText(problem)).toBeVisible();
  expect(some()).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Remove Anna' })).toBeVisible();
  expect(onSave).not.toHaveBeenCalled();
  await addFilter(user, 'Language of the app');
  await user.click(screen.getByRole('checkbox', { name: 'French' }));
  await waitFor(() => expect(screen.queryByText(problem)).toBeNull());
  await user.click(await button('Save'));
  await waitFor(() =>
    expect(onSave).toHaveBeenCalledWith({ locales: ['fr'], exclude_member_ids: [ANNA.id] }),
  );
});

it('ignores an invalid condition once all members are chosen', async () => {
  const { user, onSave } = renderAudience({ audience: { locales: ['fr'] } });
  await addFilter(user, 'Version of the app');
  const from = versions().getByLabelText('From');
  await fill(user, from, 'v2');
  expect(reach().getByText('Correct the filters: the count appears here.')).toBeVisible();
  await user.click(await button('Save'));
  await expectProblem(from, 'Numbers with dots, such as 2.14.0');
  expect(from).toHaveFocus();
  expect(onSave).not.toHaveBeenCalled();
  await user.click(screen.getByRole('radio', { name: /^All members/ }));
  expect(await reach().findByText('3 devices of 2 members')).toBeVisible();
  await user.click(await button('Save'));
  await waitFor(() => expect(onSave).toHaveBeenCalledWith({ everyone: true }));
});

it.each([
  ['3650', undefined],
  ['3651', 'A number of days, up to 3,650'],
  ['1.5', 'A number of days, up to 3,650'],
])('validates %s as a number of days since the app was opened', async (typed, problem) => {
  const { user } = renderAudience({ audience: { locales: ['fr'] } });
  await addFilter(user, 'Last opened');
  for (const label of ['At most (days ago)', 'At least (days ago)']) {
    const days = screen.getByLabelText(label);
    await fill(user, days, typed);
    await user.tab();
    if (problem) await expectProblem(days, problem);
    else expect(days).toBeValid();
  }
});

it('counts the recipients while the conditions change', async () => {
  const { user } = renderAudience({
    category: 'news',
    missing_locale: 'skip',
    translations: { fr: { title: 'Bonjour', body: 'À tous' }, en: null },
  });
  const counts = answer(contract.broadcasts.previewAudience, ({ body }) => ({
    status: 200,
    body: anAudiencePreview({
      sample: [ANNA],
      recently_notified: 1,
      excluded: { no_device: 0, opted_out: 7, unreachable: 4, missing_locale: 0 },
      ...(JSON.stringify(body).includes('7.2') && { devices: 1, members: 1 }),
    }),
  }));
  expect(reach().getByText('Choose the recipients: the count appears here.')).toBeVisible();
  await user.click(some());
  expect(reach().getByText('Add a filter: the count appears here.')).toBeVisible();
  await addFilter(user, 'Version of the app');
  await fill(user, versions().getByLabelText('From'), '7');
  expect(await reach().findByText('3 devices of 2 members')).toBeVisible();
  expect(counts.map(({ body }) => body)).toEqual([
    {
      audience: { app_version: { gte: '7' } },
      category: 'news',
      missing_locale: 'skip',
      complete_locales: ['fr'],
    },
  ]);
  expect(reach().getByText('Recipients, for example: Anna')).toBeVisible();
  expect(reach().getByText('1 of these members got a notification in the last 24 hours.')).toBeVisible();
  expect(reach().getByText('7').parentElement).toHaveTextContent('7 opted out of this category');
  expect(reach().queryByText(/without the app/)).toBeNull();
  await fill(user, versions().getByLabelText('Before'), '7.2');
  expect(await reach().findByText('1 device of 1 member')).toBeVisible();
});

it('shows in French why members do not receive the notification', async () => {
  renderAudience({ audience: { everyone: true } }, 'fr');
  const excluded = { no_device: 4, opted_out: 0, unreachable: 0, missing_locale: 0 };
  answer(contract.broadcasts.previewAudience, { status: 200, body: anAudiencePreview({ excluded }) });
  const count = within(screen.getByRole('region', { name: 'Joignables à ce jour' }));
  expect(await count.findByText('3 appareils de 2 membres')).toBeVisible();
  expect(count.getByText('4').parentElement).toHaveTextContent('4 sans appareil avec l’application');
});

it('warns that no push provider is connected', async () => {
  renderAudience({ audience: { everyone: true } });
  answer(contract.dashboard.readHealth, {
    status: 200,
    body: { data: [{ code: 'push', state: 'missing' }], count: 1 },
  });
  expect(await reach().findByText(/^No push provider is connected/)).toBeVisible();
});

it('shows that the recipients could not be counted, and counts again on retry', async () => {
  const { user } = renderAudience({ audience: { everyone: true } });
  answerUnchecked(contract.broadcasts.previewAudience, () =>
    Response.json({ code: 'not_found' }, { status: 404 }),
  );
  const again = await reach().findByRole('button', { name: 'Try again' });
  answer(contract.broadcasts.previewAudience, { status: 200, body: anAudiencePreview() });
  await user.click(again);
  expect(await reach().findByText('3 devices of 2 members')).toBeVisible();
});

it('finds and chooses members by keyboard alone', async () => {
  const { user, onSave, searches } = renderAudience({ audience: { member_ids: [] } });
  await user.click(some());
  await addFilter(user, 'Members chosen by hand');
  const label = 'Members chosen by hand';
  const field = screen.getByRole('combobox', { name: label });
  await user.click(field);
  await user.keyboard('na');
  await waitFor(() => expect(optionsOf(label)).toHaveLength(2));
  expect(searches.map(({ query }) => query)).toEqual([{ search: 'na', limit: '6' }]);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(field).toHaveAttribute('aria-activedescendant', optionsOf(label)[1]?.id);
  await user.keyboard('{Enter}');
  expect(await button('Remove Zoe')).toBeVisible();
  expect(field).toHaveValue('');
  await user.keyboard('na');
  await waitFor(() =>
    expect(optionsOf(label).map(({ textContent }) => textContent)).toEqual(['Annaanna@example.com']),
  );
  // Nothing is selected before the first arrow key.
  await user.keyboard('{Enter}');
  expect(optionsOf(label)).toHaveLength(1);
  await user.keyboard('{Escape}');
  expect(field).toHaveValue('');
  await user.click(await button('Save'));
  await waitFor(() => expect(onSave.mock.calls).toEqual([[{ member_ids: [ZOE.id] }]]));
});

it('hides the results of the previous search while another one is running', async () => {
  const { user } = renderAudience({ audience: { locales: ['fr'] } });
  await addFilter(user, 'Members chosen by hand');
  const label = 'Members chosen by hand';
  const field = screen.getByRole('combobox', { name: label });
  await fill(user, field, 'anna');
  await waitFor(() => expect(optionsOf(label)).toHaveLength(2));
  const { calls, release } = hold(contract.users.readUsers, { status: 200, body: { data: [], count: 0 } });
  await fill(user, field, 'nobody');
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(optionsOf(label)).toEqual([]);
  release();
  expect(await screen.findByText('Nothing found')).toBeVisible();
});

it('saves a segment with exceptions, and counts who it reaches', async () => {
  const { user, onSave, counts } = renderAudience();
  await user.click(screen.getByRole('radio', { name: /^A segment/ }));
  expect(reach().getByText('Choose a segment: the count appears here.')).toBeVisible();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Segment' }), 'Anglophones');
  await pick(user, 'Except', 'Anna');
  const audience = { segment_id: aSegment().id, exclude_member_ids: [ANNA.id] };
  await waitFor(() => expect(counts.at(-1)?.body).toMatchObject({ audience }));
  await user.click(await button('Save'));
  await waitFor(() => expect(onSave).toHaveBeenCalledWith(audience));
});

it('saves filters as a segment, to which the notification then goes', async () => {
  const { user, onSave } = renderAudience({ audience: { locales: ['en'], exclude_member_ids: [ANNA.id] } });
  const creations = answer(contract.segments.createSegment, { status: 200, body: aSegment() });
  await user.click(await button('Save as a segment'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save as a segment' }));
  await fill(user, dialog.getByRole('textbox', { name: /^Name/ }), ' Anglophones ');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(creations[0]?.body).toEqual({
    name: 'Anglophones',
    audience: { locales: ['en'], exclude_member_ids: [ANNA.id] },
  });
  expect(screen.getByRole('combobox', { name: 'Segment' })).toHaveValue(aSegment().id);
  await user.click(await button('Save'));
  await waitFor(() => expect(onSave).toHaveBeenCalledWith({ segment_id: aSegment().id }));
});

it('keeps the dialog open with the reason if a segment of that name exists', async () => {
  const { user } = renderAudience({ audience: { locales: ['en'] } });
  refuse(contract.segments.createSegment, 'segment_name_taken');
  await user.click(await button('Save as a segment'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save as a segment' }));
  const name = dialog.getByRole('textbox', { name: /^Name/ });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await expectProblem(name, /^Give it a name/);
  await fill(user, name, 'Anglophones');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await expectProblem(name, /^There is already a segment of this name\./);
});

it('says how many members match if not all of them can be reached, and that nobody does', async () => {
  const { user } = renderAudience({ audience: { segment_id: aSegment().id } });
  answer(contract.broadcasts.previewAudience, ({ body }) => ({
    status: 200,
    body: anAudiencePreview(
      JSON.stringify(body).includes('everyone')
        ? {
            matching: 0,
            members: 0,
            devices: 0,
            excluded: { no_device: 141, opted_out: 0, unreachable: 0, missing_locale: 0 },
          }
        : { matching: 5 },
    ),
  }));
  expect(await reach().findByText('5 members match these filters.')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: /^All members/ }));
  expect(await reach().findByText('No member matches these filters.')).toBeVisible();
  expect(reach().queryByText(/device|without the app/)).toBeNull();
});
