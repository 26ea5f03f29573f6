import { contract } from 'virtual:contract';
import type { RatingTarget } from '@agora/contract/features/ratings/ratings.contract';
import { Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Panel } from '../../components/panel.tsx';
import { formatAverage } from '../../platform/i18n.ts';
import { useMayOpen } from '../../platform/page-access.ts';
import { useAllowed } from '../accounts/accounts.users.queries.ts';
import { useRatingSummary } from './ratings.queries.ts';
import { t } from './ratings.texts.ts';
import { Stars } from './stars.tsx';

interface RatingsPanelProps {
  target: Exclude<RatingTarget, 'app'>;
  id: string;
}

/**
 * Summary of the ratings of one article or message, with a link to them, for those who may read it; empty before the
 * first rating.
 */
export const RatingsPanel = (props: RatingsPanelProps) =>
  useAllowed(contract.ratings.summarizeRatings) && <Summary {...props} />;

function Summary({ target, id }: RatingsPanelProps) {
  const mayOpen = useMayOpen();
  const list = `/rates?target_type=${target}&target_id=${id}`;
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
        {mayOpen(list) && (
          <Button component={Link} to={list} variant="default">
            {t.read}
          </Button>
        )}
      </Group>
    </Panel>
  );
}
