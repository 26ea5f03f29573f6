import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.contract';
import '@mantine/spotlight/styles.layer.css';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { type Icon, IconKeyboard, IconLanguage, IconLogout, IconMoon, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useUpdateLocale, useUpdatePreferences } from '../features/accounts/accounts.preferences.queries.ts';
import { getScheme } from '../platform/color-scheme.ts';
import type { Entry } from '../platform/feature.ts';
import { getLocale } from '../platform/i18n.ts';
import { useReturnFocus } from '../platform/use-return-focus.ts';
import { t as app } from './app.texts.ts';
import { featureList } from './features.ts';
import { logOut } from './log-out.ts';
import { commandsOf, destinationsOf } from './menu.ts';
import { t } from './palette.texts.ts';

interface Action {
  label: string;
  description?: string;
  icon: Icon;
  run: () => void;
}

/** Minimum length of a search for records, in characters. */
const SEARCH_FROM = 2;

const SEARCHES = featureList.flatMap(({ search }) => search ?? []);

interface PaletteProps {
  user: UserPublic;
  onClose: () => void;
  onShortcuts: () => void;
}

/** Command palette: pages, global actions, and a search for accounts and conversations. */
export default function Palette({ user, onClose, onShortcuts }: PaletteProps) {
  const [query, setQuery] = useState('');
  useReturnFocus();
  useEffect(() => spotlight.open(), []);
  const groups: [string, Action[]][] = [
    [t.goTo, useLeading(destinationsOf(user)).filter(matching(query))],
    [t.doIt, useCommands(user, onShortcuts).filter(matching(query))],
    ...useFound(user, query.trim()),
  ];

  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      attributes={{ content: { 'aria-label': app.find } }}
      scrollable
    >
      <Spotlight.Search
        placeholder={app.find}
        aria-label={app.find}
        leftSection={<IconSearch size={18} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {groups.map(
          ([label, entries]) =>
            entries.length > 0 && (
              <Spotlight.ActionsGroup key={label} label={label}>
                {entries.map(({ label, description, icon: Icon, run }) => (
                  <Spotlight.Action
                    key={label + (description ?? '')}
                    label={label}
                    {...(description && { description })}
                    leftSection={<Icon size={19} stroke={1.6} aria-hidden />}
                    onClick={run}
                  />
                ))}
              </Spotlight.ActionsGroup>
            ),
        )}
        {groups.every(([, entries]) => entries.length === 0) && (
          <Spotlight.Empty>{t.nothing}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
const matching = (query: string) => (entry: Action) => plain(entry.label).includes(plain(query.trim()));

/** Actions that open a page. */
function useLeading(entries: readonly Entry[]): Action[] {
  const navigate = useNavigate();
  return entries.map(({ label, icon, path }) => ({ label: label(), icon, run: () => void navigate(path) }));
}

function useCommands(user: UserPublic, onShortcuts: () => void): Action[] {
  const updateLocale = useUpdateLocale();
  const updatePreferences = useUpdatePreferences();
  return [
    ...useLeading(commandsOf(user)),
    {
      label: t.switchLanguage,
      icon: IconLanguage,
      run: () => updateLocale(getLocale() === 'fr' ? 'en' : 'fr'),
    },
    {
      label: t.switchTheme,
      icon: IconMoon,
      run: () => updatePreferences({ theme: getScheme() === 'dark' ? 'light' : 'dark' }),
    },
    { label: app.shortcuts, icon: IconKeyboard, run: onShortcuts },
    { label: app.logOut, icon: IconLogout, run: () => void logOut() },
  ];
}

/** Search results, by kind. */
function useFound(user: UserPublic, search: string): [string, Action[]][] {
  const navigate = useNavigate();
  const isOn = user.is_superuser && search.length >= SEARCH_FROM;
  const answers = useQueries({
    queries: SEARCHES.map(({ queryKey, find }) => ({
      queryKey: [...queryKey, search],
      queryFn: () => find(search),
      enabled: isOn,
      placeholderData: keepPreviousData,
    })),
  });
  return SEARCHES.map(({ label, icon }, index) => {
    const found = (isOn && answers[index]?.data) || [];
    return [label(), found.map(({ path, ...row }) => ({ ...row, icon, run: () => void navigate(path) }))];
  });
}
