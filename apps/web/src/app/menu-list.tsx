import type { UserPublic } from '@agora/contract/features/users/users.contract';
import { NavLink } from 'react-router';
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
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
