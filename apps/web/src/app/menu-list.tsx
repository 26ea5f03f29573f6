import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.contract';
import { Badge, NavLink } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { useMessageCounts } from '../features/messages/messages.queries.ts';
import { formatNumber } from '../platform/i18n.ts';
import { t } from './app.texts.ts';
import { menuOf } from './menu.ts';
import { preload } from './page-modules.ts';

export function MenuList({ user, onChoose }: { user: UserPublic; onChoose?: () => void }) {
  const { pathname } = useLocation();
  return (
    <ul>
      {menuOf(user).map(({ path, label, icon: Icon }) => {
        const isHere = pathname === path || pathname.startsWith(`${path}/`);
        return (
          <li key={path}>
            <NavLink
              component={Link}
              to={path}
              label={label()}
              active={isHere}
              aria-current={isHere ? 'page' : undefined}
              leftSection={<Icon size={19} stroke={1.6} aria-hidden />}
              rightSection={path === '/messages' && <Awaiting />}
              onClick={onChoose}
              onPointerEnter={() => preload(path)}
              onFocus={() => preload(path)}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** How many conversations wait for the team. */
function Awaiting() {
  const count = useMessageCounts()?.awaiting ?? 0;
  if (count === 0) return null;
  return (
    <Badge variant="filled">
      <span aria-hidden>{formatNumber(count)}</span>
      <span className="visually-hidden">{t.awaiting(count)}</span>
    </Badge>
  );
}
