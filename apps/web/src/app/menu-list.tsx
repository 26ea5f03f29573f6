import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.contract';
import { NavLink } from 'react-router';
import { useMessageCounts } from '../features/messages/messages.queries.ts';
import { formatNumber } from '../platform/i18n.ts';
import { t } from './app.texts.ts';
import { menuOf } from './menu.ts';
import classes from './menu-list.module.css';
import { preload } from './page-modules.ts';

export function MenuList({ user, onChoose }: { user: UserPublic; onChoose?: () => void }) {
  return (
    <ul className={classes.list}>
      {menuOf(user).map(({ path, label, icon: Icon }) => (
        <li key={path}>
          <NavLink
            to={path}
            className={classes.link ?? ''}
            onClick={onChoose}
            onPointerEnter={() => preload(path)}
            onFocus={() => preload(path)}
          >
            <Icon size={19} stroke={1.6} aria-hidden />
            {label()}
            {path === '/messages' && <Awaiting />}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

/** How many conversations wait for the team. */
function Awaiting() {
  const count = useMessageCounts()?.awaiting ?? 0;
  if (count === 0) return null;
  return (
    <span className={classes.badge}>
      <span aria-hidden>{formatNumber(count)}</span>
      <span className="visually-hidden">{t.awaiting(count)}</span>
    </span>
  );
}
