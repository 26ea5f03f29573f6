import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.contract';
import { IconChevronDown, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { Initials } from '../components/initials.tsx';
import { t } from './app.texts.ts';
import { logOut } from './log-out.ts';
import classes from './user-menu.module.css';

const ID = 'user-menu';

/** The browser's own popover: it closes by Escape and by a click elsewhere, and needs no library. */
export function UserMenu({ user }: { user: UserPublic }) {
  const name = user.full_name ?? t.user;
  const popover = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  useEffect(() => popover.current?.hidePopover(), [key]);

  return (
    <>
      <button type="button" className={classes.trigger} aria-label={t.userMenu(name)} popoverTarget={ID}>
        <Initials name={user.full_name ?? user.email} size={30} />
        <span className={classes.name}>{name}</span>
        <IconChevronDown size={15} aria-hidden />
      </button>
      <div id={ID} ref={popover} popover="auto" className={classes.menu}>
        <div className={classes.who}>
          <strong dir="auto">{name}</strong>
          <span>{user.email}</span>
        </div>
        <Link to="/settings" className={classes.entry}>
          <IconUserCircle size={18} stroke={1.6} aria-hidden />
          {t.myProfile}
        </Link>
        <button type="button" className={classes.entry} onClick={() => void logOut()}>
          <IconLogout size={18} stroke={1.6} aria-hidden />
          {t.logOut}
        </button>
      </div>
    </>
  );
}
