import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { idOf } from '../../../test/accounts.ts';
import { answer, contract } from '../../../test/api.ts';
import { anOverview, someAnswerTimes } from '../../../test/dashboard.ts';
import { renderPart } from '../../../test/render.tsx';
import AnswerTimesPanel from './answer-times-panel.tsx';
import { ReadsPanel } from './reads-panel.tsx';

const { range } = anOverview();
const [YESTERDAY, TODAY] = [range.from, range.to].map((day) => ({ from: day, to: day })) as [
  { from: string; to: string },
  { from: string; to: string },
];
const rows = () =>
  screen
    .getAllByRole('row')
    .map((row) =>
      [...row.children].map(({ textContent }) => textContent?.replaceAll(/[\u00a0\u202f]/g, ' ')),
    );

it.each([
  [
    'en',
    'Show as a table',
    'Read by 4 members: 3 in French, 1 in English.',
    [
      ['Days', 'Reads'],
      ['19 May', '3'],
      ['20 May (not over yet)', '1'],
    ],
    '12 months',
  ],
  [
    'fr',
    'Afficher en tableau',
    /^Lu par 4\smembres.*3.*1/,
    [
      ['Jours', 'Lectures'],
      ['19 mai', '3'],
      [expect.stringMatching(/^20 mai .+/), '1'],
    ],
    '12 mois',
  ],
] as const)(
  'shows the reads of an article by day and language, for the chosen period, in %s',
  async (locale, asTable, readBy, table, year) => {
    const calls = answer(contract.statistics.readArticleReads, {
      status: 200,
      body: {
        data: [
          { ...YESTERDAY, value: 3 },
          { ...TODAY, value: 1 },
        ],
        count: 2,
        range,
        interval: 'day',
      },
    });
    const article = idOf(700);
    const { user } = renderPart(<ReadsPanel article={article} title="La fête" readers={{ fr: 3, en: 1 }} />, {
      locale,
    });
    expect(screen.getByText(readBy)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: asTable }));
    expect(rows()).toEqual(table);
    await user.click(screen.getByText(year));
    await expect
      .poll(() => calls.map(({ params, query }) => [params['id'], query]))
      .toEqual([
        [article, { range: '30d' }],
        [article, { range: '12m' }],
      ]);
  },
);

it('shows that an article has not been read yet', () => {
  answer(contract.statistics.readArticleReads, {
    status: 200,
    body: { data: [], count: 0, range, interval: 'day' },
  });
  renderPart(<ReadsPanel article={idOf(700)} title="La fête" readers={{ fr: 0, en: 0 }} />);
  expect(screen.getByText('Not read yet.')).toBeVisible();
});

it.each([
  ['en', null, 'Nights and weekends count.', '20m', 'Show as a table'],
  ['fr', null, 'Nuits et week-ends comptent.', '20 min', 'Afficher en tableau'],
  [
    'en',
    'mon-fri 09:00-18:00',
    'Only these hours count: Monday to Friday, 09:00 to 18:00.',
    '20m',
    'Show as a table',
  ],
  ['fr', 'mon-fri 09:00-18:00', /du lundi au vendredi, de 9 h 00 à 18 h 00/, '20 min', 'Afficher en tableau'],
] as const)(
  'shows in %s the time to the first reply, with the business hours %s',
  async (locale, business_hours, hours, median, asTable) => {
    const times = { answered: 3, median_minutes: 20, p90_minutes: 120 };
    answer(contract.statistics.readAnswerTimes, {
      status: 200,
      body: someAnswerTimes({ ...times, business_hours, data: [{ ...TODAY, ...times }], count: 1 }),
    });
    const { user } = renderPart(<AnswerTimesPanel />, { locale });
    const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ').trim();
    const hasText = (expected: string | RegExp) => (text: string) =>
      typeof expected === 'string' ? plain(text) === expected : expected.test(plain(text));
    await waitFor(() => expect(screen.getByText(hasText(hours))).toBeVisible());
    expect(screen.getByText(hasText(median))).toBeVisible();
    await user.click(screen.getByRole('button', { name: asTable }));
    expect(within(screen.getByRole('table')).getByText(hasText(median))).toBeVisible();
  },
);
