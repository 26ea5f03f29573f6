import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.contract';
import { NavLink } from 'react-router';
import { formatNumber } from '../platform/i18n.ts';
import { menuOf } from './menu.ts';
import classes from './menu-list.module.css';
import { preload } from './routes.ts';

export function MenuList({ user, onChoose }: { user: UserPublic; onChoose?: () => void }) {
  return (
    <ul className={classes.list}>
      {menuOf(user).map(({ path, label, icon: Icon, Badge }) => (
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
            {Badge && <Badge>{badge}</Badge>}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

const badge = (count: number, label: string) =>
  count > 0 && (
    <span className={classes.badge}>
      <span aria-hidden>{formatNumber(count)}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
