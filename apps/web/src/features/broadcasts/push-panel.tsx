import { Group } from '@mantine/core';
import { Link } from 'react-router';
import { Panel } from '../../components/panel.tsx';
import { StatusChip } from './broadcast-status.tsx';
import { timingText } from './broadcast-text.ts';
import { t } from './broadcasts.push-panel.texts.ts';
import { useBroadcastsAbout } from './broadcasts.queries.ts';
import { t as broadcasts } from './broadcasts.texts.ts';

/** Result of the one push that an article can have, once it was sent. */
export function PushPanel({ article }: { article: string }) {
  const pushed = useBroadcastsAbout(article)?.find(({ is_claimed }) => is_claimed);
  if (!pushed) return null;
  return (
    <Panel title={t.title} text={t.onceOnly} aside={<StatusChip broadcast={pushed} />}>
      <Group gap="md" component="p">
        <Link to={`/broadcast/${pushed.id}`}>{timingText(pushed)}</Link>
        {pushed.sent > 0 && <span>{broadcasts.openedBy(pushed.opened, pushed.reached)}</span>}
      </Group>
    </Panel>
  );
}
