import type { ReactNode } from 'react';
import { t } from '../components/components.texts.ts';
import { isDate } from './civil-date.ts';
import { today } from './dates.ts';
import { when } from './rules.tsx';
import { isMoment, writeDate } from './typed-date.ts';

/** The date of a field, if there is any, exists. */
export const realDate = (value: string, label: string): ReactNode =>
  when(value !== '' && !isDate(value), () => t.noDate(label, writeDate(today())));

/** The same, with a time. */
export const realMoment = (value: string, label: string): ReactNode =>
  when(value !== '' && !isMoment(value), () => t.noDate(label, writeDate(`${today()}T09:00`)));
