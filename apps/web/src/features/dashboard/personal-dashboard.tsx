import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.schema';
import { Button, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Initials } from '../../components/initials.tsx';
import { LoadFailure } from '../../components/load-failure.tsx';
import { Panel } from '../../components/panel.tsx';
import { formatDate, formatRelative } from '../../platform/dates.ts';
import { useItems } from '../items/items.queries.ts';
import { t } from './dashboard.personal.texts.ts';
import { useLatestNews, useMessageOfToday } from './dashboard.queries.ts';

/** Number of items and of articles shown. */
const LATEST = 3;

/** Dashboard of ordinary users: what the community publishes, their items and their account. */
export const PersonalDashboard = ({ user }: { user: UserPublic }) => (
  <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" verticalSpacing={0}>
    <div>
      <MessageOfToday />
      <LatestNews />
    </div>
    <div>
      <Profile user={user} />
      <LatestItems />
      <Panel title={t.app}>
        <Text c="dimmed">{t.appText(user.email)}</Text>
      </Panel>
    </div>
  </SimpleGrid>
);

function MessageOfToday() {
  const { message, isNone, error, refetch } = useMessageOfToday();
  return (
    <Panel title={t.today}>
      {message ? (
        <article lang={message.locale}>
          <h3 dir="auto">{message.title}</h3>
          <Text dir="auto" mt="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {message.body}
          </Text>
          {message.author && (
            <Text c="dimmed" size="xs" mt="xs" dir="auto">
              {message.author}
            </Text>
          )}
        </article>
      ) : isNone ? (
        <Text c="dimmed">{t.todayNone}</Text>
      ) : error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={96} />
      )}
    </Panel>
  );
}

function LatestNews() {
  const { data, error, refetch } = useLatestNews(LATEST);
  const articles = data?.body.data;
  return (
    <Panel title={t.news}>
      {articles ? (
        <Stack component="ul" gap={0} className="rows">
          {articles.map(({ id, locale, title, excerpt, published_at }) => (
            <Stack component="li" key={id} gap={2} py="sm" style={{ overflowWrap: 'anywhere' }}>
              <Text fw={600} lang={locale} dir="auto">
                {title}
              </Text>
              {excerpt && (
                <Text lang={locale} dir="auto" lineClamp={2}>
                  {excerpt}
                </Text>
              )}
              <Text c="dimmed" size="xs">
                {formatRelative(published_at)}
              </Text>
            </Stack>
          ))}
          {articles.length === 0 && (
            <Text c="dimmed" component="li">
              {t.newsNone}
            </Text>
          )}
        </Stack>
      ) : error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={160} />
      )}
    </Panel>
  );
}

function Profile({ user }: { user: UserPublic }) {
  const name = nameOf(user) ?? user.email;
  return (
    <Panel
      title={t.account}
      aside={
        <Button component={Link} to="/settings" variant="default">
          {t.seeAccount}
        </Button>
      }
    >
      <Group gap="sm" wrap="nowrap">
        <Initials name={name} size={44} />
        <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Text fw={600}>{name}</Text>
          <Text c="dimmed" size="xs">
            {user.email}
          </Text>
          <Text c="dimmed" size="xs">
            {t.since(formatDate(user.created_at))}
          </Text>
        </div>
      </Group>
    </Panel>
  );
}

function LatestItems() {
  const { data, error, refetch } = useItems({ limit: LATEST, sort: '-created_at' });
  return (
    <Panel
      title={t.items}
      {...(data && { text: t.itemsCount(data.body.count) })}
      aside={
        <Button component={Link} to="/items" variant="default">
          {t.seeItems}
        </Button>
      }
    >
      {data ? (
        <Stack component="ul" gap={0} className="rows">
          {data.body.data.map(({ id, title }) => (
            <Text component="li" key={id} py="xs" dir="auto" truncate>
              {title}
            </Text>
          ))}
        </Stack>
      ) : error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={96} />
      )}
    </Panel>
  );
}
