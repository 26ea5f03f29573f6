import type {
  Preferences,
  PreferencesUpdate,
} from '@agora/contract/features/accounts/accounts.preferences.contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { takeChoices } from '../../platform/chosen.ts';
import { tsr, tsrClient } from '../../platform/client.ts';
import { setTheme, suggestTheme, type Theme } from '../../platform/color-scheme.ts';
import { setTimeZones, today } from '../../platform/dates.ts';
import { type Locale, setLocale } from '../../platform/i18n.ts';
import { toastError } from '../../platform/toast.ts';

const KEY = ['preferences'] as const;

/** True if changed on this page: takes precedence over the account's language, which may load later. */
let isLocaleChanged = false;

/** Another window may have changed them. */
const PREFERENCES = {
  queryKey: KEY,
  queryData: {},
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: 'always',
} as const;

/** Loads them, if not cached, before something is done by them. @throws {ApiError} */
export const readPreferences = async (): Promise<Preferences> =>
  (await tsrClient.preferences.readPreferences.ensureQueryData(PREFERENCES)).body;

/** Milliseconds between reads until one succeeds: without them, times are shown in the zone of the browser. */
const READ_AGAIN = 5_000;

export const usePreferences = () =>
  tsr.preferences.readPreferences.useQuery({
    ...PREFERENCES,
    refetchInterval: ({ state }) => (state.status === 'error' && !state.data ? READ_AGAIN : false),
  });

/** The organisation's time zone; the browser's until it is known. */
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
  const show = (next: Partial<Preferences>) =>
    queryClient.setQueryData<Cached>(
      KEY,
      (cached) => cached && { ...cached, body: { ...cached.body, ...next } },
    );
  const { mutate } = tsr.preferences.updatePreferences.useMutation({
    onMutate: async ({ body }) => {
      // The first read goes on: without it there is nothing to show.
      await queryClient.cancelQueries({ queryKey: KEY, predicate: ({ state }) => state.data !== undefined });
      const chosen = body as PreferencesUpdate;
      const before = Object.entries(queryClient.getQueryData<Cached>(KEY)?.body ?? {});
      const shown = Object.fromEntries(before.filter(([name]) => name in chosen));
      show(chosen);
      return () => show(shown);
    },
    onError: (error, _variables, takeBack) => {
      takeBack?.();
      toastError(error);
    },
  });
  return (body: Omit<PreferencesUpdate, 'theme'>): void => mutate({ body });
}

/**
 * Changes the theme of this browser, which decides. It is saved to the account for browsers without one; where that
 * fails, nothing is lost here.
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
    // The service writes titles in the reader's language first: all that is loaded is in the former one.
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
    const chosen = takeChoices();
    if (chosen.locale && chosen.locale !== locale) updateLocale(chosen.locale);
    else if (!isLocaleChanged) setLocale(locale);
    if (chosen.theme && chosen.theme !== preferences.theme) updateTheme(chosen.theme);
    else suggestTheme(preferences.theme);
  });
  // Once per page load; later changes come from this page itself.
  useEffect(() => {
    if (isKnown) apply();
  }, [isKnown]);

  const { time_zone = null, organization_time_zone } = preferences ?? {};
  // Before anything is painted: times in another zone would be wrong.
  useLayoutEffect(() => {
    if (organization_time_zone) setTimeZones(time_zone, organization_time_zone);
  }, [time_zone, organization_time_zone]);
  return preferences;
}
