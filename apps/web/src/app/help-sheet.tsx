import type { UserMe } from '@agora/contract/features/accounts/accounts.users.schema';
import { can } from '@agora/contract/shared/permissions';
import { Group, Kbd, Modal, Text, Title } from '@mantine/core';
import { useLocation } from 'react-router';
import { ALT, MOD } from '../platform/mod-key.ts';
import { destinationsOf } from './menu.ts';
import { t } from './palette.texts.ts';
import { t as app } from './shell.texts.ts';

type Shortcut = [keys: string[], effect: string];
type ShortcutGroup = [title: string, shortcuts: Shortcut[]];

const triage = (mayWrite: boolean): ShortcutGroup => [
  t.triage,
  [
    [['j'], t.nextThread],
    [['k'], t.previousThread],
    ...(mayWrite ? answering() : []),
    [['←', '→'], t.turnPictures],
  ],
];

const answering = (): Shortcut[] => [
  [['r'], t.reply],
  [['n'], t.note],
  [['t'], t.insertTemplate],
  [['e'], t.closeThread],
  [['h'], t.snoozeThread],
  [['a'], t.takeThread],
  [['x'], t.selectThread],
  [[MOD, '↵'], t.send],
  [[MOD, '⇧', '↵'], t.sendAndClose],
];

const writing = (): ShortcutGroup => [
  t.writing,
  [
    [[MOD, 'B'], t.bold],
    [[MOD, 'I'], t.italic],
    [[MOD, 'K'], t.link],
    [[MOD, ALT, '2 / 3'], t.headings],
    [[MOD, '⇧', '7'], t.numbered],
    [[MOD, '⇧', '8'], t.bullets],
    [[MOD, '⇧', 'B'], t.quote],
    [[MOD, 'Z'], t.undo],
    [[MOD, '⇧', 'Z'], t.redo],
  ],
];

const calendar = (mayWrite: boolean): ShortcutGroup => [
  t.calendar,
  [
    [['←', '↑', '↓', '→'], t.walk],
    [[t.keyHome, t.keyEnd], t.endsOfWeek],
    [[t.keyPageUp, t.keyPageDown], t.turnMonths],
    [['␣'], t.openDay],
    ...(mayWrite ? [[['m'], t.moveDay] satisfies Shortcut] : []),
    [['p'], t.previewDay],
  ],
];

interface HelpSheetProps {
  user: UserMe;
  onClose: () => void;
}

/** The purpose of the page, and the keys that work everywhere. */
export function HelpSheet({ user, onClose }: HelpSheetProps) {
  const { pathname } = useLocation();
  const currentPage = destinationsOf(user).find(({ path }) => `${pathname}/`.startsWith(`${path}/`));
  const groups: ShortcutGroup[] = [
    [
      t.everywhere,
      [
        [[MOD, 'K'], t.openPalette],
        [[MOD, 'S'], t.save],
        [['?'], t.openSheet],
      ],
    ],
    [
      t.lists,
      [
        [['/'], t.focusSearch],
        [['c'], t.create],
        [['j'], t.nextRow],
        [['k'], t.previousRow],
        [['↵'], t.openRow],
        [['x'], t.selectRow],
      ],
    ],
    ...(can(user, 'messages.read') ? [triage(can(user, 'messages.write'))] : []),
    ...(can(user, 'news.write') || can(user, 'daily_messages.write') ? [writing()] : []),
    ...(can(user, 'daily_messages.read') ? [calendar(can(user, 'daily_messages.write'))] : []),
    [t.navigation, destinationsOf(user).map(({ key, label }) => [['g', key], label()])],
  ];
  return (
    <Modal
      opened
      onClose={onClose}
      title={app.help}
      size="md"
      closeButtonProps={{ 'aria-label': t.close }}
      // Replaces the theme's attributes. Without a focusable element in it, keys could not scroll the body.
      attributes={{ header: { role: 'presentation' }, body: { tabIndex: 0 } }}
    >
      {currentPage && (
        <section>
          <Title order={3} mb={4}>
            {currentPage.label()}
          </Title>
          <Text>{currentPage.help()}</Text>
        </section>
      )}
      <Title order={3} mt="lg">
        {app.shortcuts}
      </Title>
      {groups.map(([title, shortcuts]) => (
        <section key={title}>
          <Title order={4} size="xs" c="dimmed" mt="sm" mb={4}>
            {title}
          </Title>
          <dl className="rows">
            {shortcuts.map(([keys, effect]) => (
              <Group key={effect} justify="space-between" py={6} wrap="nowrap">
                <dt>{effect}</dt>
                <Group component="dd" gap={4} wrap="nowrap">
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </Group>
              </Group>
            ))}
          </dl>
        </section>
      ))}
      <Text c="dimmed" size="xs" mt="md">
        {t.sheetHint}
      </Text>
    </Modal>
  );
}
