import { isCivilDate, isLocalTime } from '@agora/contract/shared/civil-date';
import type { ReactNode } from 'react';
import { addDays } from '../platform/civil-date.ts';
import { formatDateInput } from '../platform/date-input.ts';
import { today } from '../platform/dates.ts';
import { when } from '../platform/rules.tsx';
import { t } from './components.texts.ts';

/** The date of a field, if there is any, exists. */
export const validDate = (value: string, label: string): ReactNode =>
  when(value !== '' && !isCivilDate(value), () => t.noDate(label, formatDateInput(today())));

/** The same, with a time; moments are chosen in the future, and so is the example. */
export const validMoment = (value: string, label: string): ReactNode =>
  when(value !== '' && !isLocalTime(value), () =>
    t.noDate(label, formatDateInput(`${addDays(today(), 1)}T09:00`)),
  );
