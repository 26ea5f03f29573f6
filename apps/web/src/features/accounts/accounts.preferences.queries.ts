import type {
  Preferences,
  PreferencesUpdate,
  TableName,
} from '@agora/contract/features/accounts/accounts.preferences.contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import type { ColumnChoice } from '../../components/columns.ts';
import { tsr, tsrClient } from '../../platform/client.ts';
import { setTheme, setThemeIfUnset, type Theme } from '../../platform/color-scheme.ts';
import { setTimeZones, today } from '../../platform/dates.ts';
import { takeGuestChoices } from '../../platform/guest-choices.ts';
import { type Locale, setLocale } from '../../platform/i18n.ts';
import { useAddressColumns } from '../../platform/list-state.ts';
import { toastError } from '../../platform/toast.ts';

const KEY = ['preferences'] as const;

/** True if changed on this page: takes precedence over the account's language, which may load later. */
let isLocaleChanged = false;

/** Refetched on focus, since another window may have changed them. */
const PREFERENCES = {
  queryKey: KEY,
  queryData: {},
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: 'always',
} as const;

/** Loads the preferences unless they are cached, for code outside components. @throws {ApiError} */
export const readPreferences = async (): Promise<Preferences> =>
  (await tsrClient.preferences.readPreferences.ensureQueryData(PREFERENCES)).body;

/** Until the first read succeeds, times are shown in the browser's time zone. */
const RETRY_MS = 5_000;

export const usePreferences = () =>
  tsr.preferences.readPreferences.useQuery({
    ...PREFERENCES,
    refetchInterval: ({ state }) => (state.status === 'error' && !state.data ? RETRY_MS : false),
  });

/** The organisation's time zone; undefined, which means the browser's, until it is loaded. */
export const useOrganizationZone = (): string | undefined =>
  usePreferences().data?.body.organization_time_zone;

/** Today in the organisation's time zone, which decides what can be planned, not the user's. */
export const useToday = (): string => today(useOrganizationZone());

interface Cached {
  body: Preferences;
}

/** Updates preferences optimistically; reverts if the request fails. */
export function useUpdatePreferences() {
  const queryClient = useQueryClient();
  // Only the changed fields: another update may be in progress.
  const updateCache = (next: PreferencesUpdate) =>
    queryClient.setQueryData<Cached>(
      KEY,
      (cached) =>
        cached && {
          ...cached,
          body: { ...cached.body, ...next, columns: { ...cached.body.columns, ...next.columns } },
        },
    );
  const { mutate } = tsr.preferences.updatePreferences.useMutation({
    // One after the other, so that the last choice wins.
    scope: { id: 'preferences' },
    onMutate: async ({ body }) => {
      // Does not cancel the first read, without which there is nothing to show.
      await queryClient.cancelQueries({ queryKey: KEY, predicate: ({ state }) => state.data !== undefined });
      const changes = body as PreferencesUpdate;
      const cached = Object.entries(queryClient.getQueryData<Cached>(KEY)?.body ?? {});
      const previous = Object.fromEntries(cached.filter(([name]) => name in changes));
      updateCache(changes);
      return () => updateCache(previous);
    },
    onError: (error, _variables, revert) => {
      revert?.();
      toastError(error);
    },
  });
  return (body: Omit<PreferencesUpdate, 'theme'>): void => mutate({ body });
}

/** The columns of a table: those of the address, as of a saved view; else one's own, which follow to other browsers. */
export function useColumnChoice(table: TableName): ColumnChoice {
  const [inAddress, setInAddress] = useAddressColumns();
  const own = usePreferences().data?.body.columns[table] ?? null;
  const update = useUpdatePreferences();
  return inAddress === undefined
    ? { chosen: own, choose: (chosen) => update({ columns: { [table]: chosen } }) }
    : { chosen: inAddress, choose: setInAddress };
}

/**
 * Changes the theme of this browser, which takes precedence over the account's. The account's applies to browsers
 * without a theme, so this one loses nothing if saving to the account fails.
 */
export function useUpdateTheme() {
  const { mutate } = tsr.preferences.updatePreferences.useMutation();
  return (theme: Theme): void => {
    setTheme(theme);
    mutate({ body: { theme } });
  };
}

/** Changes the language of the page and of the account, which mails use. */
export function useUpdateLocale() {
  const queryClient = useQueryClient();
  const { mutate } = tsr.users.updateUserMe.useMutation({
    // The API returns titles in the reader's language first: cached data is still in the previous language.
    onSuccess: () => queryClient.invalidateQueries(),
    onError: (error) => toastError(error),
  });
  return (locale: Locale): void => {
    isLocaleChanged = true;
    setLocale(locale);
    mutate({ body: { locale } });
  };
}

/**
 * Once both are loaded: saves choices made while signed out to the account, and applies the rest from it,
 * except the theme if the browser has one.
 */
export function useApplyPreferences(locale: Locale | undefined): Preferences | undefined {
  const preferences = usePreferences().data?.body;
  const updateTheme = useUpdateTheme();
  const updateLocale = useUpdateLocale();
  const isKnown = locale !== undefined && preferences !== undefined;

  const apply = useEffectEvent(() => {
    if (!isKnown) return;
    const chosen = takeGuestChoices();
    if (chosen.locale && chosen.locale !== locale) updateLocale(chosen.locale);
    else if (!isLocaleChanged) setLocale(locale);
    if (chosen.theme && chosen.theme !== preferences.theme) updateTheme(chosen.theme);
    else setThemeIfUnset(preferences.theme);
  });
  // Once per page load; later changes come from this page itself.
  useEffect(() => {
    if (isKnown) apply();
  }, [isKnown]);

  const { time_zone = null, organization_time_zone } = preferences ?? {};
  // Before paint, so that no time is shown in the wrong zone.
  useLayoutEffect(() => {
    if (organization_time_zone) setTimeZones(time_zone, organization_time_zone);
  }, [time_zone, organization_time_zone]);
  return preferences;
}
