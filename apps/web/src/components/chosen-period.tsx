import { formatDays } from '../platform/dates.ts';
import { ChosenFilter } from './chosen-filter.tsx';

interface ChosenPeriodProps {
  label: (days: string) => string;
  from: string | undefined;
  to: string | undefined;
  onClear: () => void;
}

/** A period set by a link; renders nothing without one. */
export const ChosenPeriod = ({ label, from = '', to = from, onClear }: ChosenPeriodProps) =>
  from && <ChosenFilter label={label(formatDays(from, to))} onClear={onClear} />;
