import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.schema';
import { Button, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { Link } from 'react-router';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Panel } from '../../components/panel.tsx';
import { formatDate } from '../../platform/dates.ts';
import { useItems } from '../items/items.queries.ts';
import { t } from './dashboard.texts.ts';

/** Dashboard of ordinary users: their items and account. */
export function PersonalDashboard({ user }: { user: UserPublic }) {
  const { data, error, refetch } = useItems({ limit: 0 });
  if (!data && error) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return (
    <SimpleGrid minColWidth="18rem" autoFlow="auto-fit" spacing="lg" verticalSpacing={0}>
      <Panel title={t.myItems}>
        {data ? (
          <Text fz="h1" fw={650} mb="md">
            {t.myItemsCount(data.body.count)}
          </Text>
        ) : (
          <Skeleton height={36} width={140} mb="md" />
        )}
        <Button component={Link} to="/items">
          {t.seeItems}
        </Button>
      </Panel>
      <Panel title={t.myAccount} text={user.email}>
        <Text fz="h1" fw={650} mb="md">
          {t.since(formatDate(user.created_at))}
        </Text>
        <Button component={Link} to="/settings" variant="default">
          {t.seeAccount}
        </Button>
      </Panel>
    </SimpleGrid>
  );
}
