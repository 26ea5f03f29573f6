import type { contract } from 'virtual:contract';
import type {
  CalendarDay,
  DailyMessagePublic,
} from '@agora/contract/features/daily-messages/daily-messages.schema';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { hasCode } from '../../platform/api-error.ts';
import { monthOf } from '../../platform/civil-date.ts';
import { type QueryOf, tsr, tsrClient } from '../../platform/client.ts';
import { isLeaving } from '../../platform/leaving.ts';
import { toastError, toastSuccess } from '../../platform/toast.ts';
import { useIdempotent } from '../../platform/use-idempotent.ts';
import { useToday } from '../accounts/accounts.preferences.queries.ts';
import { t } from './daily-messages.texts.ts';

const dailyMessageKeys = {
  all: ['daily-messages'] as const,
  calendar: (month: string) => ['daily-messages', 'calendar', month] as const,
  list: (query: object) => ['daily-messages', 'list', query] as const,
  issues: (query: object) => ['daily-messages', 'issues', query] as const,
  preview: (query: object) => ['daily-messages', 'preview', query] as const,
  one: (id: string) => ['daily-messages', 'one', id] as const,
};

const calendarOf = (month: string) => ({
  queryKey: dailyMessageKeys.calendar(month),
  queryData: { query: { month } },
});

/** Prefetches the calendar of a month, `YYYY-MM`. */
export const prefetchCalendar = (month: string): void =>
  void tsrClient.dailyMessages.readCalendar.prefetchQuery(calendarOf(month));

/** @param month `YYYY-MM`; keeps the previous one while loading */
export const useCalendar = (month: string, { isOn = true } = {}) =>
  tsr.dailyMessages.readCalendar.useQuery({
    ...calendarOf(month),
    enabled: isOn,
    placeholderData: keepPreviousData,
  });

/** A day of the calendar; undefined for past days. */
export function useUpcomingDay(day: string | null): CalendarDay | undefined {
  const today = useToday();
  const isUpcoming = day !== null && day >= today;
  const month = monthOf(day ?? '');
  const { data } = tsr.dailyMessages.readCalendar.useQuery({
    ...calendarOf(month),
    enabled: isUpcoming,
  });
  return isUpcoming ? data?.body.data.find((known) => known.day === day) : undefined;
}

/** A page of messages. Keeps the previous one while loading. */
export const useDailyMessages = (query: QueryOf<typeof contract.dailyMessages.readDailyMessages>) =>
  tsr.dailyMessages.readDailyMessages.useQuery({
    queryKey: dailyMessageKeys.list(query),
    queryData: { query },
    placeholderData: keepPreviousData,
  });

/** The message of a day, if it has one. */
export function useDailyMessagesOn(day: string, { isOn }: { isOn: boolean }) {
  const query = { from: day, to: day, limit: 1 };
  return tsr.dailyMessages.readDailyMessages.useQuery({
    queryKey: dailyMessageKeys.list(query),
    queryData: { query },
    enabled: isOn,
  });
}

/** A page of days as shown. Keeps the previous one while loading. */
export const useDailyMessageIssues = (query: { skip: number; limit: number }) =>
  tsr.dailyMessages.readDailyMessageIssues.useQuery({
    queryKey: dailyMessageKeys.issues(query),
    queryData: { query },
    placeholderData: keepPreviousData,
  });

/** The message that members would read on a day. */
export const useDailyMessagePreview = (query: QueryOf<typeof contract.dailyMessages.previewDailyMessage>) =>
  tsr.dailyMessages.previewDailyMessage.useQuery({
    queryKey: dailyMessageKeys.preview(query),
    queryData: { query },
    placeholderData: keepPreviousData,
  });

/** Refetches all queries that show daily messages. */
export function useRefreshDailyMessages() {
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({
      queryKey: dailyMessageKeys.all,
      refetchType: isLeaving() ? 'none' : 'active',
    });
}

export const useDailyMessage = (id: string) =>
  tsr.dailyMessages.readDailyMessage.useQuery({
    queryKey: dailyMessageKeys.one(id),
    queryData: { params: { id } },
  });

const useRefreshOnSettled = () => {
  const refresh = useRefreshDailyMessages();
  return { onSettled: () => void refresh() };
};

/** Writes the saved message into the cache at once. */
export function useUpdateDailyMessage() {
  const queryClient = useQueryClient();
  return tsr.dailyMessages.updateDailyMessage.useMutation({
    ...useRefreshOnSettled(),
    onSuccess: (response) => queryClient.setQueryData(dailyMessageKeys.one(response.body.id), response),
  });
}

export const useCreateDailyMessage = () =>
  useIdempotent(tsr.dailyMessages.createDailyMessage.useMutation(useRefreshOnSettled()));
export const useDuplicateDailyMessage = () =>
  useIdempotent(tsr.dailyMessages.duplicateDailyMessage.useMutation(useRefreshOnSettled()));
export const useMoveDailyMessage = () =>
  tsr.dailyMessages.moveDailyMessage.useMutation(useRefreshOnSettled());
export const useFillFromReserve = () =>
  useIdempotent(tsr.dailyMessages.fillFromReserve.useMutation(useRefreshOnSettled()));
export const useBulkDailyMessages = () => tsr.dailyMessages.bulkDailyMessages.useMutation();

export function useImportDailyMessages() {
  const refresh = useRefreshDailyMessages();
  return tsr.dailyMessages.importDailyMessages.useMutation({
    onSuccess: ({ body }) => void (body.created > 0 && refresh()),
  });
}

/** Moves messages to the trash and back. */
export function useTrash() {
  const { mutateAsync: restoreMessage } = tsr.dailyMessages.restoreDailyMessage.useMutation(
    useRefreshOnSettled(),
  );
  const { mutateAsync: deleteMessage } = tsr.dailyMessages.deleteDailyMessage.useMutation(
    useRefreshOnSettled(),
  );

  /** Offers the reserve if its day now has another message. */
  async function restore(id: string, to: 'day' | 'reserve' = 'day'): Promise<void> {
    try {
      const { day } = (await restoreMessage({ params: { id }, query: { to } })).body;
      toastSuccess(day ? t.restoredTo(day) : t.restoredToReserve);
    } catch (error) {
      if (!hasCode(error, 'day_taken')) throw error;
      const retry = () => void restore(id, 'reserve').catch(toastError);
      toastError(error, { label: t.restoreToReserve, onClick: retry });
    }
  }

  async function remove({ id }: Pick<DailyMessagePublic, 'id'>): Promise<void> {
    await deleteMessage({ params: { id } });
    toastSuccess(t.deleted(1), { label: t.undo, onClick: () => void restore(id).catch(toastError) });
  }

  return { remove, restore };
}
