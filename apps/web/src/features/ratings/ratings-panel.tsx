import type { RatingTarget } from '@agora/contract/features/ratings/ratings.contract';
import { Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Panel } from '../../components/panel.tsx';
import { formatAverage } from '../../platform/i18n.ts';
import { useRatingSummary } from './ratings.queries.ts';
import { t } from './ratings.texts.ts';
import { Stars } from './stars.tsx';

interface RatingsPanelProps {
  target: Exclude<RatingTarget, 'app'>;
  id: string;
}

/** Summary of the ratings of one article or message, with a link to them; empty before the first rating. */
export function RatingsPanel({ target, id }: RatingsPanelProps) {
  const summary = useRatingSummary({ target_type: target, target_id: id }).data?.body;
  if (!summary || summary.average === null) return null;
  return (
    <Panel title={t.title}>
      <Group>
        <Stars score={Math.round(summary.average)} />
        <span>{t.average(formatAverage(summary.average))}</span>
        <Text c="dimmed" span>
          {t.count(summary.count)}
        </Text>
        <Button component={Link} to={`/rates?target_type=${target}&target_id=${id}`} variant="default">
          {t.read}
        </Button>
      </Group>
    </Panel>
  );
}
