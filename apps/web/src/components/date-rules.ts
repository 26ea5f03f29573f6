import { isCivilDate, isLocalTime } from '@agora/contract/shared/civil-date';
import type { ReactNode } from 'react';
import { addDays } from '../platform/civil-date.ts';
import { formatDateInput } from '../platform/date-input.ts';
import { today } from '../platform/dates.ts';
import { when } from '../platform/rules.tsx';
import { t } from './components.texts.ts';

/** Requires an existing date, unless the field is empty. */
export const validDate = (value: string, label: string): ReactNode =>
  when(value !== '' && !isCivilDate(value), () => t.noDate(label, formatDateInput(today())));

/** The same with a time. The example is in the future, as the values of these fields must be. */
export const validMoment = (value: string, label: string): ReactNode =>
  when(value !== '' && !isLocalTime(value), () =>
    t.noDate(label, formatDateInput(`${addDays(today(), 1)}T09:00`)),
  );
