import type { UserMe } from '@agora/contract/features/accounts/accounts.users.schema';
import { folded } from '@agora/contract/shared/folded';
import { SEARCH_MAX } from '@agora/contract/shared/limits';
import { isTeam } from '@agora/contract/shared/permissions';
import { Group as Row, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import {
  type Icon,
  IconBookmark,
  IconKeyboard,
  IconLanguage,
  IconList,
  IconLogout,
  IconMoon,
  IconSearch,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Highlight } from '../components/highlight.tsx';
import { useUpdateLocale, useUpdateTheme } from '../features/accounts/accounts.preferences.queries.ts';
import { placeOf, useSavedViews } from '../features/saved-views/saved-views.queries.ts';
import { SHOWN, useSearch } from '../features/search/search.queries.ts';
import { getScheme } from '../platform/color-scheme.ts';
import { formatDay } from '../platform/dates.ts';
import { errorText } from '../platform/errors.ts';
import type { Entry } from '../platform/feature.ts';
import { getLocale } from '../platform/i18n.ts';
import { useShownError } from '../platform/shown-errors.ts';
import { FOUND } from './features.ts';
import { logOut } from './log-out.ts';
import { commandsOf, destinationsOf } from './menu.ts';
import classes from './palette.module.css';
import { t } from './palette.texts.ts';
import { t as app } from './shell.texts.ts';

interface Action {
  /** Defaults to the label. */
  key?: string;
  label: string;
  description?: string;
  icon: Icon;
  run: () => void;
  /** True for a result of the previous search, while the current one is loading. */
  isStale?: boolean;
}

const [store, opener] = createSpotlight();

/** Minimum length of a search for records, in characters. */
const SEARCH_MIN_LENGTH = 2;

/** Delay between the last keystroke and the search. */
const DEBOUNCE_MS = 200;

type Group = [label: string, actions: Action[]];

interface PaletteProps {
  user: UserMe;
  onClose: () => void;
  onHelp: () => void;
}

/** Command palette: pages, global actions, and a search for everything. */
export function Palette({ user, onClose, onHelp }: PaletteProps) {
  const [query, setQuery] = useState('');
  useEffect(() => opener.open(), []);
  const { found, isStale, error } = useSearchResults(query.trim().slice(0, SEARCH_MAX).trim());
  useShownError(error);
  const groups: Group[] = [
    [
      t.goTo,
      [...useNavigationActions(destinationsOf(user)), ...useViewActions(user, query)].filter(matching(query)),
    ],
    [t.doIt, useCommands(user, onHelp).filter(matching(query))],
    ...(found ?? []),
  ];

  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      // The theme's padding of Paper would make the content scroll in addition to its list.
      attributes={{ content: { 'aria-label': app.find, p: 0 } }}
      // The same backdrop as other dialogs, since the gutter of the scrollbar has its colour.
      overlayProps={{ backgroundOpacity: 0.6, blur: 0 }}
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
                {entries.map(({ key, label, description, icon: Icon, run, isStale }) => (
                  <Spotlight.Action
                    key={key ?? label}
                    onClick={run}
                    className={classes.action ?? ''}
                    disabled={isStale}
                    opacity={isStale ? 0.6 : 1}
                  >
                    <Row wrap="nowrap" gap="md" flex={1} dir="auto">
                      <Icon size={19} stroke={1.6} aria-hidden style={{ flexShrink: 0 }} />
                      {/* Without a width the texts would widen the list instead of being truncated. */}
                      <div style={{ flex: 1, width: 0 }}>
                        <Text size="sm" truncate>
                          <Highlight text={label} search={query} />
                        </Text>
                        {description && (
                          <Text size="xs" c="dimmed" truncate>
                            <Highlight text={description} search={query} />
                          </Text>
                        )}
                      </div>
                    </Row>
                  </Spotlight.Action>
                ))}
              </Spotlight.ActionsGroup>
            ),
        )}
        {error ? (
          <Spotlight.Empty role="alert">{errorText(error)}</Spotlight.Empty>
        ) : (
          !isStale &&
          groups.every(([, entries]) => entries.length === 0) && (
            <Spotlight.Empty>{t.nothing}</Spotlight.Empty>
          )
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

const matching = (query: string) => (entry: Action) => folded(entry.label).includes(folded(query.trim()));

/** Actions that open a page. */
function useNavigationActions(entries: readonly Entry[]): Action[] {
  const navigate = useNavigate();
  return entries.map(({ label, icon, path }) => ({ label: label(), icon, run: () => void navigate(path) }));
}

/** Actions that open saved views, once something is typed. */
function useViewActions(user: UserMe, query: string): Action[] {
  const navigate = useNavigate();
  const views = useSavedViews(undefined, { isOn: isTeam(user) });
  const pages = destinationsOf(user);
  if (query.trim() === '') return [];
  return views.flatMap((view) => {
    const { path, search } = placeOf(view);
    const page = pages.find((one) => one.path === path);
    if (!page) return [];
    return {
      key: view.id,
      label: t.view(page.label(), view.name),
      icon: IconBookmark,
      run: () => void navigate(path + search, { state: { view: view.id } }),
    };
  });
}

function useCommands(user: UserMe, onHelp: () => void): Action[] {
  const updateLocale = useUpdateLocale();
  const updateTheme = useUpdateTheme();
  return [
    ...useNavigationActions(commandsOf(user)),
    {
      label: t.switchLanguage,
      icon: IconLanguage,
      run: () => updateLocale(getLocale() === 'fr' ? 'en' : 'fr'),
    },
    {
      label: t.switchTheme,
      icon: IconMoon,
      run: () => updateTheme(getScheme() === 'dark' ? 'light' : 'dark'),
    },
    { label: app.shortcuts, icon: IconKeyboard, run: onHelp },
    { label: app.logOut, icon: IconLogout, run: () => void logOut() },
  ];
}

interface SearchState {
  found?: Group[];
  /** True until the results of this search have loaded. */
  isStale: boolean;
  error?: unknown;
}

/** Search results, by kind. */
function useSearchResults(search: string): SearchState {
  const navigate = useNavigate();
  const [debounced] = useDebouncedValue(search, DEBOUNCE_MS);
  const { data, error, isPlaceholderData } = useSearch(debounced, debounced.length >= SEARCH_MIN_LENGTH);
  const isStale = debounced !== search || isPlaceholderData;
  useEffect(() => {
    // Spotlight selects the first entry on each keystroke, before the results have loaded.
    if (!data || isStale || document.querySelector('[data-action][data-selected]')) return;
    document.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
    store.updateState((state) => ({ ...state, selected: 0 }));
  }, [data, isStale]);
  if (search.length < SEARCH_MIN_LENGTH) return { found: [], isStale: false };
  if (!data) return { isStale: true, ...(debounced === search && { error }) };
  const found = data.map(({ entity, results }): Group => {
    const { label, icon, path, list } = FOUND[entity];
    const actions: Action[] = results.slice(0, SHOWN).map(({ id, title, detail, ...row }) => ({
      key: id,
      label: title || t.noTitle,
      description: entity === 'daily_message' && detail ? formatDay(detail, { dateStyle: 'long' }) : detail,
      icon,
      isStale,
      run: () => void navigate(path({ id, title, ...row })),
    }));
    if (results.length > SHOWN)
      actions.push({
        key: `all ${entity}`,
        label: t.seeAll(label()),
        icon: IconList,
        isStale,
        run: () => void navigate(list + encodeURIComponent(debounced)),
      });
    return [label(), actions];
  });
  return { found, isStale };
}
