import type { ReactNode } from 'react';
import { isDate } from '../platform/civil-date.ts';
import { today } from '../platform/dates.ts';
import { when } from '../platform/rules.tsx';
import { isMoment, writeDate } from '../platform/typed-date.ts';
import { t } from './components.texts.ts';

/** The date of a field, if there is any, exists. */
export const realDate = (value: string, label: string): ReactNode =>
  when(value !== '' && !isDate(value), () => t.noDate(label, writeDate(today())));

/** The same, with a time. */
export const realMoment = (value: string, label: string): ReactNode =>
  when(value !== '' && !isMoment(value), () => t.noDate(label, writeDate(`${today()}T09:00`)));
