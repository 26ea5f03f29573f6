import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { idOf } from '../../../../test/accounts.ts';
import { answer, contract } from '../../../../test/api.ts';
import { aListedArticle } from '../../../../test/news.ts';
import { renderPart } from '../../../../test/render.tsx';
import { button, expectProblem, fill } from '../../../../test/screen.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useSubmit } from '../../../platform/use-submit.tsx';
import { type BroadcastValues, fieldsOf, newValues } from './broadcast-values.ts';
import { broadcastRules } from './broadcasts.compose.rules.ts';
import { LinkPanel } from './link-panel.tsx';

const ARTICLE = aListedArticle({
  id: idOf(70),
  slug: 'summer',
  status: 'published',
  titles: { fr: 'L’été', en: 'Summer' },
});

function LinkForm({ link, onSave }: { link: string | null; onSave: (link: string | null) => void }) {
  const form = useForm<BroadcastValues>({ initialValues: newValues({ link }), validate: broadcastRules });
  const { onSubmit } = useSubmit(form, async (values) => onSave(fieldsOf(values).link));
  return (
    <form noValidate onSubmit={onSubmit}>
      <LinkPanel form={form} />
      <button type="submit">Save</button>
    </form>
  );
}

/** The link panel in a form; `onSave` receives the link that is saved. */
function renderLink(link: string | null = null) {
  const onSave = vi.fn<(link: string | null) => void>();
  return { onSave, ...renderPart(<LinkForm link={link} onSave={onSave} />) };
}

const target = (name: string) => screen.getByRole('radio', { name });

it.each([
  ['The app, on no particular screen', null],
  ['The home screen', '/'],
  ['The daily message', '/daily-message'],
])('links to: %s', async (name, link) => {
  const { user, onSave } = renderLink('https://example.com/');
  await user.click(target(name));
  await user.click(await button('Save'));
  await waitFor(() => expect(onSave).toHaveBeenCalledWith(link));
});

it('links to a published article found by a search', async () => {
  const searches = answer(contract.news.readNews, {
    status: 200,
    body: { data: [ARTICLE], count: 1 },
  });
  const { user, onSave } = renderLink();
  await user.click(target('An article'));
  await user.click(await button('Save'));
  const search = screen.getByRole('combobox', { name: 'Search among published articles' });
  await expectProblem(search, /Choose an article/);
  await fill(user, search, 'sum');
  await user.click(await screen.findByRole('option', { name: 'Summer /news/summer' }));
  expect(searches[0]?.query).toEqual({ status: 'published', search: 'sum', limit: '6' });
  expect(await screen.findByRole('link', { name: 'Summer' })).toHaveAttribute('href', `/news/${idOf(70)}`);
  expect(searches.at(-1)?.query).toEqual({ slug: 'summer', limit: '1' });
  expect(search).toBeValid();
  await user.click(await button('Save'));
  await waitFor(() => expect(onSave.mock.calls).toEqual([['/news/summer']]));
});

it('keeps the chosen article while other targets are selected, by its address without a title', async () => {
  answer(contract.news.readNews, { status: 200, body: { data: [], count: 0 } });
  const { user, onSave } = renderLink('/news/summer');
  expect(target('An article')).toBeChecked();
  await user.click(target('Another address'));
  expect(screen.getByLabelText('Path in the app, or address')).toHaveValue('');
  await user.click(target('An article'));
  expect(screen.getByText('/news/summer')).toBeVisible();
  await user.click(await button('Save'));
  await waitFor(() => expect(onSave).toHaveBeenCalledWith('/news/summer'));
});

it('requires an address if another address is selected', async () => {
  const { user, onSave } = renderLink();
  await user.click(target('Another address'));
  await user.click(await button('Save'));
  const address = screen.getByLabelText('Path in the app, or address');
  await expectProblem(address, /Enter a path or an address/);
  await fill(user, address, ' /rates ');
  await user.click(await button('Save'));
  await waitFor(() => expect(onSave.mock.calls).toEqual([['/rates']]));
});
