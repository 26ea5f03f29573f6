import { Button, Group } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Panel } from '../../components/panel.tsx';
import { StatusChip } from './broadcast-status.tsx';
import { timingText } from './broadcast-text.ts';
import { t } from './broadcasts.push-panel.texts.ts';
import { useBroadcastsAbout } from './broadcasts.queries.ts';
import { t as broadcasts } from './broadcasts.texts.ts';

/** The one push that a published article can have: a button to write it, its draft or its result. */
export function PushPanel({ article }: { article: string }) {
  const pushes = useBroadcastsAbout(article);
  if (!pushes) return null;
  const pushed = pushes.find(({ is_claimed }) => is_claimed);
  const draft = pushes.find(({ status }) => status === 'draft' || status === 'missed');
  if (pushed)
    return (
      <Panel title={t.title} text={t.onceOnly} aside={<StatusChip broadcast={pushed} />}>
        <Group gap="md" component="p">
          <Link to={`/broadcast/${pushed.id}`}>{timingText(pushed)}</Link>
          {pushed.sent > 0 && <span>{broadcasts.openedBy(pushed.opened, pushed.reached)}</span>}
        </Group>
      </Panel>
    );
  return (
    <Panel title={t.title} text={draft ? t.begun : t.offer}>
      <Button
        component={Link}
        to={draft ? `/broadcast/${draft.id}` : `/broadcast/new?article=${article}`}
        variant="default"
        leftSection={<IconBell size={17} aria-hidden />}
      >
        {draft ? t.open : t.write}
      </Button>
    </Panel>
  );
}
