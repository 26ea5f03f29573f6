import { Box, Button, Group, Paper } from '@mantine/core';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { ApiError } from '../../../platform/api-error.ts';
import { isDate } from '../../../platform/civil-date.ts';
import { dateParam } from '../../../platform/list-state.ts';
import { toastSuccess } from '../../../platform/toast.ts';
import { useNewForm } from '../../../platform/use-versioned-form.ts';
import { useCurrentUser } from '../../accounts/accounts.users.queries.ts';
import { ReserveNotice } from '../calendar/reserve-notice.tsx';
import { notOver } from '../daily-messages.day.rules.ts';
import { useCreateDailyMessage, useToday } from '../daily-messages.queries.ts';
import { t as daily, longDay } from '../daily-messages.texts.ts';
import { messageRules } from './daily-messages.editing.rules.ts';
import { t } from './daily-messages.editing.texts.ts';
import { LanguagePanels, PublicationPanel } from './message-fields.tsx';
import { fieldsOf, MESSAGE_PARTS, newValues, valuesOf } from './message-values.ts';
import { PhonePreview } from './phone-preview.tsx';

/** Creates a message, for the day in the URL or for the reserve. */
export function Page() {
  const [params] = useSearchParams();
  const day = dateParam(params, 'day') ?? '';
  return <NewMessage key={day} day={day} />;
}

function NewMessage({ day }: { day: string }) {
  const me = useCurrentUser();
  const navigate = useNavigate();
  const from = (useLocation().state as { from?: string } | null)?.from ?? '';
  const { mutateAsync: create } = useCreateDailyMessage();
  const today = useToday();
  const { form, isBusy, ...editing } = useNewForm({
    drafts: `${me.id}:daily-messages`,
    about: day,
    parts: MESSAGE_PARTS,
    initialValues: newValues(day),
    rules: { ...messageRules, day: (day: string) => notOver(day, today) },
    valuesOf,
    create: async (values) => (await create({ body: { ...fieldsOf(values), day: values.day || null } })).body,
    async onCreated({ id, day }) {
      toastSuccess(day ? t.created(day) : t.createdInReserve);
      await navigate(`/daily-message/${id}`, { replace: true, state: { from } });
    },
    onError(form, error) {
      const occupant = error instanceof ApiError ? error.refusal.occupant : undefined;
      if (!occupant) return false;
      form.setFieldError('day', t.takenBy(occupant.title));
      form.getInputNode('day')?.focus();
      return true;
    },
  });

  return (
    <>
      <PageHeader
        title={t.newTitle}
        text={isDate(form.values.day) ? longDay(form.values.day) : daily.toReserve}
        back={{ to: `/daily-message${from}`, label: t.back }}
      />
      <ReserveNotice day={isDate(form.values.day) ? form.values.day : null} />
      <form onSubmit={editing.onSubmit} noValidate>
        <Box className="beside">
          <div>
            <DraftNotice draft={editing} mb="lg" />
            <LanguagePanels form={form} />
            <PublicationPanel form={form} withDay />
            <Paper p="sm" mb="lg" pos="sticky" bottom="0.75rem" style={{ zIndex: 2 }}>
              <Group>
                <Button type="submit" loading={isBusy}>
                  {t.create}
                </Button>
              </Group>
            </Paper>
          </div>
          <PhonePreview values={form.values} />
        </Box>
      </form>
      <UnsavedGuard isDirty={editing.isDirty} onLeave={editing.forget} />
    </>
  );
}
