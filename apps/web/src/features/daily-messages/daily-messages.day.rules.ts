import type { ReactNode } from 'react';
import { validDate } from '../../components/date-rules.ts';
import { required, when } from '../../platform/rules.tsx';
import { t } from './daily-messages.dialogs.texts.ts';
import { t as daily } from './daily-messages.texts.ts';

/** @param today in the organisation's time zone */
export const notPast = (day: string, today: string, label = daily.day): ReactNode =>
  validDate(day, label) ?? when(day !== '' && day < today, () => t.dayPast);

export const upcomingDay = (day: string, today: string, label?: string): ReactNode =>
  required(() => t.dayRequired)(day) ?? notPast(day, today, label);
