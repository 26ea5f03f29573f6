import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import { DELIVERY_CODE_MAX } from '@agora/contract/features/broadcasts/broadcasts.rules';
import type {
  BroadcastDelivery,
  BroadcastPublic,
} from '@agora/contract/features/broadcasts/broadcasts.schema';
import { DELIVERY_STATUSES } from '@agora/contract/features/broadcasts/broadcasts.states.rules';
import { PLATFORM_NAMES } from '@agora/contract/features/devices/devices.rules';
import { Skeleton, Text, Title } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { Chip } from '../../../components/chip.tsx';
import { ChosenFilter } from '../../../components/chosen-filter.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { ListFrame } from '../../../components/list-frame.tsx';
import { Moment } from '../../../components/moment.tsx';
import { StateMessage } from '../../../components/state-message.tsx';
import { formatRelative } from '../../../platform/dates.ts';
import { oneOf, textParam, useListState } from '../../../platform/list-state.ts';
import { useLinkTarget } from '../../../platform/use-link-target.ts';
import { useDeliveries } from '../broadcasts.queries.ts';
import { t as broadcasts } from '../broadcasts.texts.ts';
import { reasonText } from '../reason-text.ts';
import classes from './broadcasts.results.module.css';
import { t } from './broadcasts.results.texts.ts';

const TONES = {
  pending: 'neutral',
  sending: 'neutral',
  sent: 'good',
  failed: 'bad',
  invalid: 'warning',
  skipped: 'warning',
  cancelled: 'neutral',
} as const;

const parse = (params: URLSearchParams) => ({
  outcome: oneOf(params, 'outcome', DELIVERY_STATUSES),
  code: textParam(params, 'code')?.slice(0, DELIVERY_CODE_MAX),
});

const ID = 'deliveries';

/** Delivery to each device. */
export function Deliveries({ broadcast }: { broadcast: BroadcastPublic }) {
  const { id } = broadcast;
  const heading = useId();
  const section = useLinkTarget(ID);
  const list = useListState({ parse, sorts: [], defaultSort: '' });
  const { outcome, code } = list.filters;
  const query = { status: outcome, error_code: code, skip: list.skip, limit: list.size };
  const deliveries = useDeliveries(id, query);
  const rows = deliveries.data?.body.data;
  return (
    <section id={ID} ref={section} aria-labelledby={heading}>
      <Title id={heading} mb="sm" order={2}>
        {t.deliveries}
      </Title>
      <ListFrame
        list={list}
        query={deliveries}
        toolbar={
          <>
            <FilterSelect
              label={t.outcome}
              anyLabel={t.anyOutcome}
              values={DELIVERY_STATUSES}
              labelOf={(value) => t[`out_${value}`]}
              value={outcome}
              onChange={(value) => list.setFilters({ outcome: value, code: undefined })}
            />
            {code && (
              <ChosenFilter
                label={`${t.onlyReason} (${code})`}
                onClear={() => list.setFilters({ code: undefined })}
              />
            )}
          </>
        }
        selectionBar={null}
        table={
          <ol className="rows" aria-label={t.deliveries}>
            {rows?.map((delivery) => <Delivery key={delivery.device_id} delivery={delivery} />) ?? (
              <li>
                <Skeleton height={120} />
              </li>
            )}
          </ol>
        }
        empty={<StateMessage icon={IconDeviceMobile} title={t.noDeliveries} text={t.noDeliveriesText} />}
      />
    </section>
  );
}

function Delivery({ delivery }: { delivery: BroadcastDelivery }) {
  const { user, platform, locale, status, error_code, attempts, sent_at, opened_at, not_before } = delivery;
  const at = sent_at ?? (status === 'pending' && not_before);
  const facts = [
    PLATFORM_NAMES[platform],
    broadcasts[locale],
    attempts > 1 && t.attempts(attempts),
    opened_at && t.wasOpened(formatRelative(opened_at)),
  ];
  return (
    <li className={classes.delivery}>
      {user ? (
        <Text
          component={Link}
          to={`/members/${user.id}`}
          dir="auto"
          fw={600}
          py={3}
          style={{ justifySelf: 'start', overflowWrap: 'anywhere' }}
        >
          {nameOf(user)}
        </Text>
      ) : (
        <span>{t.erased}</span>
      )}
      <Text c="dimmed" size="xs" span>
        {facts.filter(Boolean).join(' · ')}
      </Text>
      <span className="capital">
        <Chip tone={TONES[status]}>{t[`out_${status}`]}</Chip>{' '}
        {error_code && (
          <Text c="dimmed" size="xs" span>
            {reasonText(error_code, true)}
          </Text>
        )}
      </span>
      <Text c="dimmed" size="xs" span>
        {at && <Moment at={at} format="relative" />}
      </Text>
    </li>
  );
}
