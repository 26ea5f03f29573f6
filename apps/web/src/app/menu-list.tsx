import type { UserMe } from '@agora/contract/features/accounts/accounts.users.schema';
import { Badge, NavLink } from '@mantine/core';
import { Fragment } from 'react';
import { Link, useLocation } from 'react-router';
import { formatNumber } from '../platform/i18n.ts';
import { menuOf, menuPathOf } from './menu.ts';
import { preload } from './routes.ts';

export function MenuList({ user, onChoose }: { user: UserMe; onChoose?: () => void }) {
  const current = menuPathOf(useLocation().pathname);
  return (
    <ul>
      {menuOf(user).map(({ path, label, icon: Icon, Badge: Count, Gate = Fragment }) => {
        const isCurrent = current === path || current.startsWith(`${path}/`);
        return (
          <Gate key={path}>
            <li>
              <NavLink
                component={Link}
                to={path}
                label={label()}
                active={isCurrent}
                aria-current={isCurrent ? 'page' : undefined}
                leftSection={<Icon size={19} stroke={1.6} aria-hidden />}
                rightSection={Count && <Count>{badge}</Count>}
                onClick={onChoose}
                onPointerEnter={() => preload(path)}
                onFocus={() => preload(path)}
              />
            </li>
          </Gate>
        );
      })}
    </ul>
  );
}

const badge = (count: number, label: string) =>
  count > 0 && (
    <Badge variant="filled" px={6} ms={-6}>
      <span aria-hidden>{formatNumber(count)}</span>
      <span className="visually-hidden">{label}</span>
    </Badge>
  );
