import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.contract';
import { Button, Kbd } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, startTransition, useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { tinykeys } from 'tinykeys';
import { t } from './app.texts.ts';
import { menuOf } from './menu.ts';
import classes from './overlays.module.css';

const Palette = lazy(() => import('./palette.tsx'));
const ShortcutSheet = lazy(() => import('./shortcut-sheet.tsx'));

type Open = 'palette' | 'shortcuts' | undefined;

/** Single keys mean what they write while somebody types. */
const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type="checkbox"]), textarea, select') ||
    target.closest('[role="dialog"]'));

/** What a page marks with `data-shortcut`, if it is there. */
const marked = (key: string) => document.querySelector<HTMLElement>(`[data-shortcut="${key}"]`);

interface OverlaysProps {
  user: UserPublic;
  /** Whether single keys are shortcuts; Ctrl+K always is. */
  areShortcutsOn: boolean;
}

/** What opens over any page by the keyboard: the command palette and the sheet of shortcuts. */
export function Overlays({ user, areShortcutsOn }: OverlaysProps) {
  const [opened, setOpened] = useState<Open>();
  // A transition waits for the module: a fallback would stay for 300 ms at least.
  const open = (next: Open) => startTransition(() => setOpened(next));
  const navigate = useNavigate();
  // An event, so that a change of page does not cut a sequence of keys in two.
  const go = useEffectEvent((path: string) => void navigate(path));

  useEffect(() => {
    const single = (act: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
      if (!areShortcutsOn || isTyping(event)) return;
      event.preventDefault();
      act(event);
    };
    const paths = new Map(menuOf(user).map(({ key, path }) => [key, path]));
    return tinykeys(
      window,
      {
        '$mod+KeyK': (event) => {
          event.preventDefault();
          open('palette');
        },
        // With Shift or without: that is up to the keyboard's layout.
        '[Shift]+?': single(() => open('shortcuts')),
        '[Shift]+/': single(() => marked('/')?.focus()),
        // One binding for all paths: of several, tinykeys remembers a `g` too many.
        [`g (${[...paths.keys()].join('|')})`]: single(({ key }) => go(paths.get(key.toLowerCase()) ?? '/')),
        // After it: the first that matches acts, so that the `a` of `g a` is no other key.
        '(a|c|e|j|k|r|x)': single(({ key }) => marked(key.toLowerCase())?.click()),
      },
      { ignore: ({ repeat, isComposing }) => repeat || isComposing },
    );
  }, [user, areShortcutsOn]);

  return (
    <>
      <Button
        className={classes.find ?? ''}
        variant="default"
        justify="space-between"
        px="xs"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          <Kbd size="xs" visibleFrom="md">
            {/Mac/.test(navigator.userAgent) ? '⌘' : 'Ctrl'} K
          </Kbd>
        }
        onClick={() => open('palette')}
      >
        <span className={classes.label}>{t.find}</span>
      </Button>
      <Suspense>
        {opened === 'palette' && (
          <Palette user={user} onClose={() => setOpened(undefined)} onShortcuts={() => open('shortcuts')} />
        )}
        {opened === 'shortcuts' && <ShortcutSheet user={user} onClose={() => setOpened(undefined)} />}
      </Suspense>
    </>
  );
}
