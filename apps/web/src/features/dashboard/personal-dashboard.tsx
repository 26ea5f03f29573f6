import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.contract';
import { Button, Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Panel } from '../../components/panel.tsx';
import { formatDate } from '../../platform/dates.ts';
import { useItems } from '../items/items.queries.ts';
import classes from './dashboard.module.css';
import { t } from './dashboard.texts.ts';

/** For ordinary users: their items and their account. */
export function PersonalDashboard({ user }: { user: UserPublic }) {
  const { data, error, refetch } = useItems({ limit: 0 });
  if (!data && error) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return (
    <div className={classes.columns}>
      <Panel title={t.myItems}>
        {data ? (
          <p className={classes.big}>{t.myItemsCount(data.body.count)}</p>
        ) : (
          <Skeleton height={36} width={140} mb="md" />
        )}
        <Button component={Link} to="/items">
          {t.seeItems}
        </Button>
      </Panel>
      <Panel title={t.myAccount} text={user.email}>
        <p className={classes.big}>{t.since(formatDate(user.created_at))}</p>
        <Button component={Link} to="/settings" variant="default">
          {t.seeAccount}
        </Button>
      </Panel>
    </div>
  );
}
