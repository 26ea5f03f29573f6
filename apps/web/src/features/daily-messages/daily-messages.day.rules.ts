import type { ReactNode } from 'react';
import { required, when } from '../../platform/rules.tsx';
import { t } from './daily-messages.dialogs.texts.ts';

/** @param today in the organisation's time zone */
export const notOver = (day: string, today: string): ReactNode =>
  when(day !== '' && day < today, () => t.dayPast);

export const comingDay = (day: string, today: string): ReactNode =>
  required(() => t.dayRequired)(day) ?? notOver(day, today);
