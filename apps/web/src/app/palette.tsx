import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.contract';
import '@mantine/spotlight/styles.css';
import { Spotlight, spotlight } from '@mantine/spotlight';
import {
  IconBell,
  IconCalendarPlus,
  IconHistory,
  IconKeyboard,
  IconLanguage,
  IconList,
  IconLogout,
  IconMessage,
  IconMoon,
  IconNews,
  IconSearch,
  IconStar,
  IconUser,
  IconUserPlus,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useUpdateLocale, useUpdatePreferences } from '../features/accounts/accounts.preferences.queries.ts';
import { useUsers } from '../features/accounts/accounts.users.queries.ts';
import { useMessages } from '../features/messages/messages.queries.ts';
import { nameOf } from '../features/messages/messages.texts.ts';
import { getScheme } from '../platform/color-scheme.ts';
import { getLocale } from '../platform/i18n.ts';
import { useReturnFocus } from '../platform/use-return-focus.ts';
import { t as app } from './app.texts.ts';
import { logOut } from './log-out.ts';
import { menuOf } from './menu.ts';
import { t } from './palette.texts.ts';

interface Entry {
  label: string;
  description?: string;
  icon: typeof IconUser;
  run: () => void;
}

/** Accounts or conversations offered at most. */
const FOUND_MAX = 6;
/** Letters from which on they are searched. */
const SEARCH_FROM = 2;

interface PaletteProps {
  user: UserPublic;
  onClose: () => void;
  onShortcuts: () => void;
}

/** Go anywhere, do what can be done from anywhere, find an account or a conversation: by typing. */
export default function Palette({ user, onClose, onShortcuts }: PaletteProps) {
  const [query, setQuery] = useState('');
  useReturnFocus();
  useEffect(() => spotlight.open(), []);
  const groups: [string, Entry[]][] = [
    [t.goTo, useDestinations(user).filter(matching(query))],
    [t.doIt, useCommands(user, onShortcuts).filter(matching(query))],
    [t.accounts, useFoundAccounts(user, query)],
    [t.conversations, useFoundConversations(user, query)],
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
const matching = (query: string) => (entry: Entry) => plain(entry.label).includes(plain(query.trim()));

function useDestinations(user: UserPublic): Entry[] {
  const navigate = useNavigate();
  const go = (path: string) => () => void navigate(path);
  const everybody: Entry[] = [
    { label: app.items, icon: IconList, run: go('/items') },
    ...(user.is_superuser ? [] : [{ label: app.settings, icon: IconUser, run: go('/settings') }]),
  ];
  const superusers: Entry[] = user.is_superuser
    ? [
        { label: app.rates, icon: IconStar, run: go('/rates') },
        { label: app.auditLog, icon: IconHistory, run: go('/audit-log') },
      ]
    : [];
  return [
    ...menuOf(user).map(({ label, icon, path }) => ({ label: label(), icon, run: go(path) })),
    ...everybody,
    ...superusers,
  ];
}

function useCommands(user: UserPublic, onShortcuts: () => void): Entry[] {
  const navigate = useNavigate();
  const updateLocale = useUpdateLocale();
  const updatePreferences = useUpdatePreferences();
  const forSuperusers: Entry[] = [
    {
      label: t.newDailyMessage,
      icon: IconCalendarPlus,
      run: () => void navigate('/daily-message/new'),
    },
    { label: t.newBroadcast, icon: IconBell, run: () => void navigate('/broadcast/new') },
    { label: t.newArticle, icon: IconNews, run: () => void navigate('/news/new') },
    { label: t.newMember, icon: IconUserPlus, run: () => void navigate('/members/new') },
    { label: t.newAdmin, icon: IconUserPlus, run: () => void navigate('/admin/new') },
  ];
  return [
    ...(user.is_superuser ? forSuperusers : []),
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

function useFoundAccounts(user: UserPublic, query: string): Entry[] {
  const navigate = useNavigate();
  const search = query.trim();
  const isOn = user.is_superuser && search.length >= SEARCH_FROM;
  const { data } = useUsers({ search, limit: FOUND_MAX }, { isOn });
  if (!isOn) return [];
  return (data?.body.data ?? []).map(({ id, full_name, email, is_superuser }) => ({
    label: full_name ?? email,
    description: email,
    icon: IconUser,
    run: () => void navigate(`/${is_superuser ? 'admin' : 'members'}/${id}`),
  }));
}

function useFoundConversations(user: UserPublic, query: string): Entry[] {
  const navigate = useNavigate();
  const search = query.trim();
  const isOn = user.is_superuser && search.length >= SEARCH_FROM;
  const { data } = useMessages({ search, limit: FOUND_MAX }, { isOn });
  if (!isOn) return [];
  return (data?.body.data ?? []).map(({ id, number, subject, excerpt, sender }) => ({
    label: `#${number} · ${subject || excerpt}`,
    description: nameOf(sender),
    icon: IconMessage,
    run: () => void navigate(`/messages/${id}?tab=all`),
  }));
}
