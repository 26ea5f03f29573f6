import type { WaitingApproval } from '@agora/contract/features/approvals/approvals.contract';
import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { Chip } from '../../components/chip.tsx';
import { FilterSelect } from '../../components/filter-select.tsx';
import { ListFrame } from '../../components/list-frame.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RowName } from '../../components/row-name.tsx';
import { StateMessage } from '../../components/state-message.tsx';
import { formatRelative } from '../../platform/dates.ts';
import { firstIn } from '../../platform/default-locale.ts';
import { oneOf, useListState } from '../../platform/list-state.ts';
import { ApprovePushButtons } from '../broadcasts/sending/approval-of-push-panel.tsx';
import { ApproveArticleButtons } from '../news/publishing/approval-of-article-panel.tsx';
import { dueText, SendBackButton, whoIs } from './approval-panel.tsx';
import { useApprovals } from './approvals.queries.ts';
import { t } from './approvals.texts.ts';

const KINDS = ['broadcast', 'news'] as const;

const approvalList = {
  parse: (params: URLSearchParams) => ({ kind: oneOf(params, 'kind', KINDS) }),
  sorts: [],
  defaultSort: '',
};

/** What waits for approval, oldest first. */
export function Page() {
  const list = useListState(approvalList);
  const query = useApprovals({ ...list.filters, skip: list.skip, limit: list.size });
  return (
    <>
      <PageHeader title={t.title} text={t.text} />
      <ListFrame
        list={list}
        query={query}
        toolbar={
          <FilterSelect
            label={t.kind}
            anyLabel={t.anyKind}
            values={KINDS}
            labelOf={(name) => t[`only_${name}`]}
            value={list.filters.kind}
            onChange={(kind) => list.setFilters({ kind })}
          />
        }
        table={
          <ol className="rows" aria-label={t.list}>
            {query.data?.body.data.map((row) => <Row key={row.id} row={row} />) ?? (
              <li>
                <Skeleton height={96} m="sm" />
              </li>
            )}
          </ol>
        }
        empty={<StateMessage icon={IconChecklist} title={t.empty} text={t.emptyText} />}
      />
    </>
  );
}

function Row({ row }: { row: WaitingApproval }) {
  const { subject, status, version, devices, asked_by, asked_at, note, due_at } = row;
  const { kind, id, titles } = subject;
  const title = firstIn((locale) => titles[locale]) ?? '';
  const facts = [
    t[kind],
    ...(devices === null ? [] : [t.devices(devices)]),
    due_at ? dueText(row) : t.now,
    t.askedBy(whoIs(asked_by), formatRelative(asked_at)),
  ];
  return (
    <Group component="li" justify="space-between" gap="sm" p="sm">
      <Stack gap={2} miw={0} flex="1 1 20rem">
        <Group gap="0.25rem 0.625rem">
          <RowName
            name={title}
            placeholder={t.untitled}
            search={undefined}
            to={kind === 'news' ? `/news/${id}` : `/broadcast/${id}`}
          />
          {status === 'held' && <Chip tone="bad">{t.held}</Chip>}
        </Group>
        <Text c="dimmed" size="xs">
          {facts.join(' · ')}
        </Text>
        {note && (
          <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {note}
          </Text>
        )}
      </Stack>
      <Group gap="xs">
        {kind === 'news' ? (
          <ApproveArticleButtons article={{ id, version, title, approval: row }} />
        ) : (
          <ApprovePushButtons id={id} isHeld={status === 'held'} />
        )}
        <SendBackButton subject={{ kind, id, version }} />
      </Group>
    </Group>
  );
}
