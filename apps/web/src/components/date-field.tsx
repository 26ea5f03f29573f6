import { ActionIcon, Popover, Skeleton, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type FocusEvent, lazy, Suspense, useState } from 'react';
import { formatDateInput, parseDateInput, parseMomentInput } from '../platform/date-input.ts';
import { toastError } from '../platform/toast.ts';
import { t } from './date-field.texts.ts';

/** The calendar and its library are loaded when it is opened. */
const loadCalendar = () => import('./date-calendar.tsx');
const Calendar = lazy(loadCalendar);

interface DateFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'min'> {
  label: string;
  /** `2026-11-23`, with a time `2026-11-23T09:00`; invalid input is kept as typed. */
  value?: string;
  onChange: (value: string) => void;
  onBlur?: (event: FocusEvent) => void;
  /** First day that the calendar offers. */
  min?: string;
  withTime?: boolean;
  /** True within a popover, which a click in a portal would close. */
  isInPopover?: boolean;
}

/** A date, typed in the format of the page's language or chosen in a calendar. */
export default function DateField(props: DateFieldProps) {
  const { value = '', onChange, onBlur, min, withTime = false, isInPopover = false, ...field } = props;
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);

  function onType(text: string): void {
    setTyped(text);
    onChange(withTime ? parseMomentInput(text) : parseDateInput(text));
  }
  function onLeave(event: FocusEvent): void {
    if (isOpen || event.currentTarget.contains(event.relatedTarget)) return;
    setTyped(undefined);
    onBlur?.(event);
  }
  function choose(chosen: string): void {
    setTyped(undefined);
    onChange(chosen);
    setOpen(withTime);
  }

  /** If the calendar cannot be loaded, the date can still be typed. */
  async function toggle(): Promise<void> {
    setTyped(undefined);
    try {
      if (!isOpen) await loadCalendar();
      setOpen(!isOpen);
    } catch (error) {
      toastError(error);
    }
  }

  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      shadow="md"
      withinPortal={!isInPopover}
      trapFocus
      returnFocus
    >
      <TextInput
        {...field}
        wrapperProps={{ onBlur: onLeave }}
        autoComplete="off"
        placeholder={withTime ? t.momentFormat : t.dateFormat}
        value={typed ?? formatDateInput(value)}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
        rightSection={
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t.choose(field.label)}
              title={t.choose(field.label)}
              onClick={() => void toggle()}
            >
              <IconCalendar size={18} aria-hidden />
            </ActionIcon>
          </Popover.Target>
        }
      />
      <Popover.Dropdown data-mantine-stop-propagation>
        <Suspense fallback={<Skeleton height={320} width={250} />}>
          <Calendar value={value} min={min} withTime={withTime} onChoose={choose} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
