import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.contract';
import { Modal } from '@mantine/core';
import { useReturnFocus } from '../platform/use-return-focus.ts';
import { t as app } from './app.texts.ts';
import { menuOf } from './menu.ts';
import { t } from './palette.texts.ts';
import classes from './shortcut-sheet.module.css';

const MOD = /Mac/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

type Group = [title: string, shortcuts: [keys: string[], what: string][]];

const triage = (): Group => [
  t.triage,
  [
    [['j'], t.nextThread],
    [['k'], t.previousThread],
    [['r'], t.reply],
    [['e'], t.closeThread],
    [['a'], t.takeThread],
    [['x'], t.selectThread],
    [[MOD, '↵'], t.send],
  ],
];

export default function ShortcutSheet({ user, onClose }: { user: UserPublic; onClose: () => void }) {
  useReturnFocus();
  const groups: Group[] = [
    [
      t.everywhere,
      [
        [[MOD, 'K'], t.openPalette],
        [['?'], t.openSheet],
      ],
    ],
    [
      t.lists,
      [
        [['/'], t.focusSearch],
        [['c'], t.create],
      ],
    ],
    ...(user.is_superuser ? [triage()] : []),
    [t.navigation, menuOf(user).map(({ key, label }) => [['g', key], label()])],
  ];
  return (
    <Modal
      opened
      onClose={onClose}
      title={app.shortcuts}
      size="md"
      closeButtonProps={{ 'aria-label': t.close }}
    >
      {groups.map(([title, shortcuts]) => (
        <section key={title} className={classes.group}>
          <h3>{title}</h3>
          <dl className={classes.list}>
            {shortcuts.map(([keys, what]) => (
              <div key={what} className={classes.row}>
                <dt>{what}</dt>
                <dd>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className={classes.hint}>{t.sheetHint}</p>
    </Modal>
  );
}
