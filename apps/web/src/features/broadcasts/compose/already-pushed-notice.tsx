import { Alert, Group } from '@mantine/core';
import { Link } from 'react-router';
import { useBroadcastsAbout } from '../broadcasts.queries.ts';
import { t } from './broadcasts.compose.texts.ts';

/** Warns if the article already had its push: each article can have only one. */
export function AlreadyPushedNotice({ article }: { article: string }) {
  const broadcast = useBroadcastsAbout(article)?.find(({ is_claimed }) => is_claimed);
  if (!broadcast) return null;
  return (
    <Alert color="yellow" mb="lg" role="status">
      <Group justify="space-between">
        {t.pushedAlready} <Link to={`/broadcast/${broadcast.id}`}>{t.seePush}</Link>
      </Group>
    </Alert>
  );
}
