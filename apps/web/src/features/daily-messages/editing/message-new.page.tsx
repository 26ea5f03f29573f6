import type { CalendarDay } from '@agora/contract/features/daily-messages/daily-messages.schema';
import { isCivilDate } from '@agora/contract/shared/civil-date';
import { LOCALES } from '@agora/contract/shared/locales';
import { Box, Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { addDays, monthOf } from '../../../platform/civil-date.ts';
import { dateParam } from '../../../platform/list-state.ts';
import { toastSuccess } from '../../../platform/toast.ts';
import { useNewForm } from '../../../platform/use-versioned-form.ts';
import { useToday } from '../../accounts/accounts.preferences.queries.ts';
import { useCurrentUser } from '../../accounts/accounts.users.queries.ts';
import { isTaken } from '../calendar/day-look.ts';
import { ReserveNotice } from '../calendar/reserve-notice.tsx';
import { notPast } from '../daily-messages.day.rules.ts';
import { useCalendar, useCreateDailyMessage } from '../daily-messages.queries.ts';
import { t as daily, longDay } from '../daily-messages.texts.ts';
import { messageRules } from './daily-messages.editing.rules.ts';
import { t } from './daily-messages.editing.texts.ts';
import { DayField, showOccupant } from './day-field.tsx';
import { DayLinks } from './day-links.tsx';
import { LanguagePanels, PublicationPanel, StateBar } from './message-fields.tsx';
import { fieldsOf, MESSAGE_PARTS, type MessageValues, newValues, valuesOf } from './message-values.ts';
import { PhonePreview } from './phone-preview.tsx';

/** Creates a message, for the day in the URL or for the reserve. */
export function Page() {
  const [params] = useSearchParams();
  const day = dateParam(params, 'day') ?? '';
  return <NewMessage key={day} day={day} />;
}

/** History state: the list to return to, and what the message created before passes on. */
interface NewState {
  from?: string;
  kept?: Pick<MessageValues, 'status' | 'fr_author' | 'en_author'>;
}

/** The first later day without a message of its own, in the same month or the next; undefined without a day. */
function useNextDay(day: string): string | undefined {
  const isSet = isCivilDate(day);
  const { data } = useCalendar(monthOf(day), { isOn: isSet });
  const isFree = (entry: CalendarDay) => entry.day > day && !isTaken(entry);
  const free = data?.body.data.find(isFree);
  const nextMonth = isSet ? monthOf(addDays(`${monthOf(day)}-28`, 4)) : '';
  const later = useCalendar(nextMonth, { isOn: isSet && data !== undefined && !free });
  return (free ?? (later.isPlaceholderData ? undefined : later.data?.body.data.find(isFree)))?.day;
}

function NewMessage({ day }: { day: string }) {
  const me = useCurrentUser();
  const navigate = useNavigate();
  const { from = '', kept } = (useLocation().state ?? {}) as NewState;
  /** True if the form continues with the next day after saving. */
  const continuesToNextDay = useRef(false);
  const { mutateAsync: create } = useCreateDailyMessage();
  const today = useToday();
  const { form, isBusy, ...editing } = useNewForm({
    drafts: `${me.id}:daily-messages`,
    about: day,
    parts: MESSAGE_PARTS,
    initialValues: { ...newValues(day), ...kept },
    rules: { ...messageRules, day: (day: string) => notPast(day, today) },
    valuesOf,
    create: async (values) => (await create({ body: { ...fieldsOf(values), day: values.day || null } })).body,
    async onCreated(saved, isWhole) {
      const { id, day, status } = saved;
      const { fr_author, en_author } = valuesOf(saved);
      toastSuccess(day ? t.created(day, status) : t.createdInReserve(status));
      const next = continuesToNextDay.current && isWhole && nextDay;
      await navigate(next ? `/daily-message/new?day=${next}` : `/daily-message/${id}`, {
        replace: !next,
        state: next ? { from, kept: { status, fr_author, en_author } } : { from },
      });
    },
    onError: showOccupant,
  });

  const nextDay = useNextDay(form.values.day);

  /** The page is reused for the next day, which would otherwise start scrolled to its end. */
  const focusFirstField = useEffectEvent(() => {
    window.scrollTo(0, 0);
    form.getInputNode(`${LOCALES[0]}_title`)?.focus({ preventScroll: true });
  });
  useEffect(() => focusFirstField(), []);

  return (
    <>
      <PageHeader
        title={t.newTitle}
        text={isCivilDate(form.values.day) ? longDay(form.values.day) : daily.toReserve}
        back={{ to: `/daily-message${from}`, label: t.back }}
        aside={isCivilDate(form.values.day) && <DayLinks day={form.values.day} from={from} />}
      />
      <ReserveNotice day={isCivilDate(form.values.day) ? form.values.day : null} />
      <form onSubmit={editing.onSubmit} noValidate>
        <Box className="beside">
          <div>
            <DraftNotice draft={editing} mb="lg" />
            <LanguagePanels form={form} />
            <PublicationPanel form={form} day={<DayField form={form} />} />
            <StateBar form={form}>
              {nextDay && (
                <Button
                  variant="default"
                  disabled={isBusy}
                  onClick={() => {
                    continuesToNextDay.current = form.isValid();
                    editing.submit();
                  }}
                >
                  {t.createAndNext}
                </Button>
              )}
              <Button
                type="submit"
                loading={isBusy}
                onClick={() => {
                  continuesToNextDay.current = false;
                }}
              >
                {form.values.status === 'ready' ? t.createReady : t.createDraft}
              </Button>
            </StateBar>
          </div>
          <PhonePreview values={form.values} />
        </Box>
      </form>
      <UnsavedGuard isDirty={editing.isDirty} onLeave={editing.forget} />
    </>
  );
}
