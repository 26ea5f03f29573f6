import { Button, SimpleGrid } from '@mantine/core';
import { useSearchParams } from 'react-router';
import DateField from '../../../components/date-field.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { addDays } from '../../../platform/civil-date.ts';
import { when } from '../../../platform/rules.tsx';
import { toastSuccess, toastWarning } from '../../../platform/toast.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useSubmit } from '../../../platform/use-submit.tsx';
import { useToday } from '../../accounts/accounts.preferences.queries.ts';
import { upcomingDay } from '../daily-messages.day.rules.ts';
import { t } from '../daily-messages.dialogs.texts.ts';
import { useFillFromReserve } from '../daily-messages.queries.ts';
import { t as daily } from '../daily-messages.texts.ts';
import { shownDays } from './shown-days.ts';

/**
 * Fills empty days of a period from the reserve: by default the period of the address or the next 30 days.
 */
export function FillModal({ onClose }: { onClose: () => void }) {
  const { mutateAsync: fill } = useFillFromReserve();
  const today = useToday();
  const [params] = useSearchParams();
  const days = shownDays(params, today).filter((day) => day >= today);
  const [from = today] = days;
  const isChosen = params.has('month') || params.has('from');
  const form = useForm({
    initialValues: { from, to: (isChosen && days.at(-1)) || addDays(from, 30) },
    validate: {
      from: (day) => upcomingDay(day, today, daily.from),
      to: (day, { from }) => upcomingDay(day, today, daily.to) ?? when(day < from, () => t.endFirst),
    },
  });
  const { isBusy, submit } = useSubmit(form, async (body) => {
    const { filled, empty } = (await fill({ body })).body;
    if (filled > 0) toastSuccess(t.filled(filled, empty));
    else if (empty > 0) toastWarning(t.noneReady(empty));
    else toastSuccess(t.noGap);
    onClose();
  });
  return (
    <Dialog
      title={t.fillTitle}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <Button type="submit" loading={isBusy}>
          {t.fillDo}
        </Button>
      }
    >
      <p>{t.fillText}</p>
      <SimpleGrid minColWidth="10rem" autoFlow="auto-fit">
        <DateField label={daily.from} min={today} data-autofocus {...form.getInputProps('from')} />
        <DateField label={daily.to} min={today} {...form.getInputProps('to')} />
      </SimpleGrid>
    </Dialog>
  );
}
