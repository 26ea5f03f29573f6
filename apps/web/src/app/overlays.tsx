import type { UserMe } from '@agora/contract/features/accounts/accounts.users.schema';
import { Button, Kbd } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { tinykeys } from 'tinykeys';
import { MOD } from '../platform/mod-key.ts';
import { isTextField } from '../platform/text-field.ts';
import { HelpSheet } from './help-sheet.tsx';
import { LIST_KEYS } from './list-keys.ts';
import { destinationsOf } from './menu.ts';
import classes from './overlays.module.css';
import { Palette } from './palette.tsx';
import { t } from './shell.texts.ts';

export type Overlay = 'palette' | 'help';

/** True while single keys are not shortcuts: the user is typing, or a menu or dialog is open. */
const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement &&
  (isTextField(target) || target.closest('[role=dialog], [role=menu], [role=listbox]'));

/** The element that a page marks with `data-shortcut`, if any. */
const shortcutTarget = (key: string) => document.querySelector<HTMLElement>(`[data-shortcut="${key}"]`);

/** Keys after which a text is typed, or a time is chosen. */
const HELD_KEYS = new Set(['h', 'n', 'r']);

/**
 * True while what a page marks with `data-shortcuts-for` is loading, being changed or about to be replaced: the mark is
 * then not the path of the page.
 */
const isWaiting = () =>
  [...document.querySelectorAll<HTMLElement>('[data-shortcuts-for]')].some(
    ({ dataset }) => dataset['shortcutsFor'] !== window.location.pathname,
  );

/** A key pressed too early, which acts once it can. */
let heldKey: string | undefined;

function pressHeldKey(): void {
  if (isWaiting()) return void requestAnimationFrame(pressHeldKey);
  const target = shortcutTarget(heldKey ?? '');
  heldKey = undefined;
  // Another page may use the same key, and the user may be writing elsewhere by now.
  if (target?.closest('[data-shortcuts-for]') && !isTextField(document.activeElement)) target.click();
}

function pressKey(key: string): void {
  const target = shortcutTarget(key);
  const isElsewhere = target && !target.closest('[data-shortcuts-for]');
  if (HELD_KEYS.has(key) && !isElsewhere && isWaiting()) {
    heldKey = key;
    pressHeldKey();
  } else if (target) target.click();
  else LIST_KEYS[key]?.();
}

interface OverlaysProps {
  user: UserMe;
  /** True if single keys are shortcuts; Ctrl+K always is one. */
  areShortcutsOn: boolean;
  opened: Overlay | undefined;
  onOpen: (overlay: Overlay | undefined) => void;
}

/** Overlays opened by keyboard on any page: command palette, and help with the shortcuts. */
export function Overlays({ user, areShortcutsOn, opened, onOpen }: OverlaysProps) {
  const open = useEffectEvent(onOpen);
  const close = () => onOpen(undefined);
  const navigate = useNavigate();
  // An effect event, so that a page change does not interrupt a key sequence.
  const go = useEffectEvent((path: string) => void navigate(path));

  useEffect(() => {
    const singleKey = (action: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
      if (!areShortcutsOn || isTyping(event)) return;
      event.preventDefault();
      // What follows a key that is held is text.
      if (!heldKey) action(event);
    };
    const paths = new Map(destinationsOf(user).map(({ key, path }) => [key, path]));
    return tinykeys(
      window,
      {
        '$mod+KeyK': (event) => {
          // An editor has handled it, to insert a link.
          if (event.defaultPrevented) return;
          event.preventDefault();
          open('palette');
        },
        // With or without Shift, depending on the keyboard layout.
        '[Shift]+?': singleKey(() => open('help')),
        '[Shift]+/': singleKey(() => shortcutTarget('/')?.focus()),
        // A single binding for all paths: with several, tinykeys keeps an extra `g`.
        [`g (${[...paths.keys()].join('|')})`]: singleKey(({ key }) =>
          go(paths.get(key.toLowerCase()) ?? '/'),
        ),
        // After the `g` binding: the first match acts, so that the `a` of `g a` is not a shortcut itself.
        '(a|c|e|h|j|k|n|r|t|x)': singleKey(({ key }) => pressKey(key.toLowerCase())),
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
            {MOD} K
          </Kbd>
        }
        onClick={() => onOpen('palette')}
      >
        <span className={classes.label}>{t.find}</span>
      </Button>
      {opened === 'palette' && <Palette user={user} onClose={close} onHelp={() => onOpen('help')} />}
      {opened === 'help' && <HelpSheet user={user} onClose={close} />}
    </>
  );
}
