import { Alert, Group } from '@mantine/core';
import { Link } from 'react-router';
import { useBroadcastsAbout } from '../broadcasts.queries.ts';
import { t } from './broadcasts.compose.texts.ts';

/** Each article has one push, ever: where it had it is told before another is written. */
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
