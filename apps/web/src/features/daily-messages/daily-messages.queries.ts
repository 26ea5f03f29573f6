import { contract } from 'virtual:contract';
import type {
  CalendarDay,
  DailyMessagePublic,
} from '@agora/contract/features/daily-messages/daily-messages.contract';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';
import { monthOf } from '../../platform/civil-date.ts';
import { tsr } from '../../platform/client.ts';
import { today } from '../../platform/dates.ts';
import { hasCode } from '../../platform/errors.ts';
import { toastError, toastSuccess } from '../../platform/toast.ts';
import { usePreferences } from '../preferences/preferences.queries.ts';
import { t } from './daily-messages.texts.ts';

export const dailyMessageKeys = {
  all: ['daily-messages'] as const,
  calendar: (month: string) => ['daily-messages', 'calendar', month] as const,
  list: (query: object) => ['daily-messages', 'list', query] as const,
  issues: (query: object) => ['daily-messages', 'issues', query] as const,
  preview: (query: object) => ['daily-messages', 'preview', query] as const,
  one: (id: string) => ['daily-messages', 'one', id] as const,
};

/** Today where the organisation is: its day decides what can be planned, wherever whoever plans is. */
export const useToday = (): string => today(usePreferences().data?.body.organization_time_zone);

/** @param month `YYYY-MM`; while it is loaded, the one before stays */
export const useCalendar = (month: string) =>
  tsr.dailyMessages.readCalendar.useQuery({
    queryKey: dailyMessageKeys.calendar(month),
    queryData: { query: { month } },
    placeholderData: keepPreviousData,
  });

/** The message of the reserve that members are shown on a day, which one written for it will replace. */
export function useReserveShown(day: string | null): CalendarDay['reserve'] {
  const today = useToday();
  const isAsked = day !== null && day >= today;
  const { data } = tsr.dailyMessages.readCalendar.useQuery({
    queryKey: dailyMessageKeys.calendar(monthOf(day ?? '')),
    queryData: { query: { month: monthOf(day ?? '') } },
    enabled: isAsked,
  });
  return (isAsked && data?.body.data.find((known) => known.day === day)?.reserve) || null;
}

/** Everything that shows messages of the day is read again. */
export function useRefreshDailyMessages() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: dailyMessageKeys.all });
}

/** Puts a message that the API just gave where its page reads it, and has the rest read again. */
export function useAdoptDailyMessage() {
  const queryClient = useQueryClient();
  return (body: DailyMessagePublic): DailyMessagePublic => {
    queryClient.setQueryData(dailyMessageKeys.one(body.id), { status: 200, body, headers: new Headers() });
    void queryClient.invalidateQueries({ queryKey: dailyMessageKeys.all });
    return body;
  };
}

/** Into the trash, and back. */
export function useTrash() {
  const refresh = useRefreshDailyMessages();

  /** Where its day was given to another message, the reserve is offered. */
  async function restore(id: string, to: 'day' | 'reserve' = 'day'): Promise<void> {
    try {
      const { day } = await call(contract.dailyMessages.restoreDailyMessage, {
        params: { id },
        query: { to },
      });
      toastSuccess(day ? t.restoredTo(day) : t.restoredToReserve);
      await refresh();
    } catch (error) {
      if (!hasCode(error, 'day_taken')) throw error;
      const retry = () => void restore(id, 'reserve').catch(toastError);
      toastError(error, { label: t.restoreToReserve, onClick: retry });
    }
  }

  async function remove({ id }: Pick<DailyMessagePublic, 'id'>): Promise<void> {
    await call(contract.dailyMessages.deleteDailyMessage, { params: { id } });
    toastSuccess(t.deleted(1), { label: t.undo, onClick: () => void restore(id).catch(toastError) });
    await refresh();
  }

  return { remove, restore };
}
