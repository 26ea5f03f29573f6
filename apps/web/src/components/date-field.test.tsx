import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../test/render.tsx';
import { button } from '../../test/screen.ts';
import { setTimeZones } from '../platform/dates.ts';
import type { Locale } from '../platform/i18n.ts';
import DateField from './date-field.tsx';

interface FieldOptions {
  value?: string;
  withTime?: boolean;
  min?: string;
  locale?: Locale;
}

function openField({ value = '', locale = 'en', ...options }: FieldOptions = {}) {
  const onChange = vi.fn<(value: string) => void>();
  const onBlur = vi.fn<() => void>();
  function Field() {
    const [shown, setShown] = useState(value);
    return (
      <>
        <DateField
          label="Day"
          value={shown}
          onBlur={onBlur}
          onChange={(next) => {
            onChange(next);
            setShown(next);
          }}
          {...options}
        />
        <button type="button">Next</button>
      </>
    );
  }
  return { onChange, onBlur, ...renderPart(<Field />, { locale }) };
}

const field = () => screen.getByRole('textbox', { name: 'Day' });
const day = (name: string) => screen.findByRole('button', { name });

it.each<[Locale, string, string]>([
  ['en', '4/1/2027', '4 Jan 2027'],
  ['fr', '4 janvier 2027', '04/01/2027'],
])('parses and formats a date in the format of %s', async (locale, typed, shown) => {
  const { user, onChange } = openField({ locale });
  await user.type(field(), typed);
  expect(onChange).toHaveBeenLastCalledWith('2027-01-04');
  expect(field()).toHaveValue(typed);
  await user.click(await button('Next'));
  expect(field()).toHaveValue(shown);
});

it('keeps the typed text of a date that does not exist', async () => {
  const { user, onChange, onBlur } = openField();
  await user.type(field(), '31/02/2027');
  expect(onChange).toHaveBeenLastCalledWith('31/02/2027');
  await user.click(await button('Next'));
  expect(field()).toHaveValue('31/02/2027');
  expect(onBlur).toHaveBeenCalledOnce();
});

it('selects a day in the calendar, which opens at the day of the field and closes afterwards', async () => {
  const { user, onChange, onBlur } = openField({ value: '2027-12-31' });
  await user.click(await button('Day: calendar'));
  const calendar = within(await screen.findByRole('dialog'));
  expect(await calendar.findByRole('button', { name: 'December 2027' })).toBeVisible();
  expect(onBlur).not.toHaveBeenCalled();
  await user.click(await day('30 December 2027'));
  expect(onChange).toHaveBeenCalledExactlyOnceWith('2027-12-30');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(field()).toHaveValue('30 Dec 2027');
});

it('focuses the selected day, and moves with the arrow keys', async () => {
  const { user, onChange } = openField({ value: '2027-12-31' });
  await user.click(await button('Day: calendar'));
  await waitFor(async () => expect(await day('31 December 2027')).toHaveFocus());
  await user.keyboard('{ArrowLeft}{Enter}');
  expect(onChange).toHaveBeenCalledExactlyOnceWith('2027-12-30');
});

it('names the months of the calendar in French', async () => {
  const { user } = openField({ value: '2027-12-31', locale: 'fr' });
  await user.click(await button('Day\u00a0: calendrier'));
  expect(await screen.findByRole('button', { name: 'décembre 2027' })).toBeVisible();
});

it('opens the calendar without a date at today in the time zone of the reader', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-31T23:30:00Z') });
  setTimeZones('Asia/Tokyo', 'Europe/Paris');
  const { user } = openField();
  await user.click(await button('Day: calendar'));
  await waitFor(async () => expect(await day('1 April 2027')).toHaveFocus());
  setTimeZones(null, 'Europe/Paris');
});

it('offers no day before the minimum', async () => {
  const { user } = openField({ value: '2027-12-01', min: '2027-12-10' });
  await user.click(await button('Day: calendar'));
  expect(await day('9 December 2027')).toBeDisabled();
  expect(await day('10 December 2027')).toBeEnabled();
});

it('sets the time of a newly selected day to the morning, and stays open to change it', async () => {
  const { user, onChange } = openField({ value: '2027-12-31', withTime: true });
  await user.clear(field());
  await user.type(field(), '31/12/2027 14:05');
  expect(onChange).toHaveBeenLastCalledWith('2027-12-31T14:05');
  await user.clear(field());
  await user.type(field(), '31/12/2027');
  expect(onChange).toHaveBeenLastCalledWith('31/12/2027');
  await user.clear(field());
  await user.click(await button('Day: calendar'));
  await user.click((await screen.findAllByRole('button', { name: /^15 / }))[0] as HTMLElement);
  expect(onChange).toHaveBeenLastCalledWith(expect.stringMatching(/^\d{4}-\d\d-15T09:00$/));
  expect(screen.getByRole('dialog')).toBeVisible();
  await user.type(screen.getByLabelText('Hours'), '17');
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(expect.stringMatching(/-15T17:00$/)));
});

it.each(['5', '2031-05-20', '2031-05-20 9', '2031-05-20T9', '2031-05-20T25:00', '2031-02-30T09:00'])(
  'opens the calendar of a moment while “%s” is typed',
  async (value) => {
    const { user } = openField({ value, withTime: true });
    await user.click(await button('Day: calendar'));
    expect(await within(await screen.findByRole('dialog')).findByLabelText('Hours')).toBeVisible();
  },
);
