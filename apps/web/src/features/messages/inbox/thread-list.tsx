import { contract } from 'virtual:contract';
import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { MessageListed } from '@agora/contract/features/messages/messages.schema';
import { Box, Checkbox, Group, Skeleton, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Check } from '../../../components/check.tsx';
import { Chip } from '../../../components/chip.tsx';
import { Highlight } from '../../../components/highlight.tsx';
import { Initials } from '../../../components/initials.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Select } from '../../../components/select.tsx';
import type { Selection } from '../../../components/use-selection.ts';
import { formatShortMoment } from '../../../platform/dates.ts';
import { useAllowed } from '../../accounts/accounts.users.queries.ts';
import { t as later } from '../later/messages.later.texts.ts';
import { categoryText, senderName, statusText, t } from '../messages.texts.ts';
import classes from './messages.inbox.module.css';

interface ThreadListProps {
  label: string;
  /** Undefined during the first load. */
  rows: readonly MessageListed[] | undefined;
  /** True while the rows are those of the previous list; they cannot be selected. */
  isStale: boolean;
  sort: string;
  /** Undefined if there is only one order. */
  onSort: ((sort: string) => void) | undefined;
  /** True if all rows are overdue: oldest first then means by waiting time. */
  areOverdue: boolean;
  /** Id of the conversation that is open beside the list. */
  openId: string | undefined;
  hrefOf: (id: string) => string;
  search: string | undefined;
  /** True if rows show their status, in a list of several statuses. */
  withStatus: boolean;
  /** Undefined if the rows cannot be selected. */
  selection: Selection | undefined;
}

export function ThreadList({ label, rows, sort, onSort, areOverdue, ...row }: ThreadListProps) {
  const { isStale, selection } = row;
  const ids = rows?.map(({ id }) => id) ?? [];
  const selectedCount = ids.filter((id) => selection?.ids.has(id)).length;
  const oldestFirst = areOverdue ? 'awaiting_since' : 'last_at';
  const areAll = ids.length > 0 && selectedCount === ids.length;
  return (
    <div className={classes.list}>
      <Group justify="space-between" wrap="nowrap" gap={6} px="sm" py={6}>
        {selection && (
          <Checkbox
            label={t.selectPage}
            styles={{ label: { whiteSpace: 'nowrap' } }}
            checked={areAll}
            indeterminate={selectedCount > 0 && !areAll}
            disabled={isStale || ids.length === 0}
            onChange={() =>
              selection.setRowSelection(areAll ? {} : Object.fromEntries(ids.map((id) => [id, true])))
            }
          />
        )}
        {onSort && (
          <Select
            aria-label={t.sort}
            value={sort}
            onChange={onSort}
            options={[
              { value: '-last_at', label: t.newestFirst },
              { value: sort === '-last_at' ? oldestFirst : sort, label: t.oldestFirst },
            ]}
          />
        )}
      </Group>
      <Box component="ol" aria-label={label} className="rows">
        {rows
          ? rows.map((thread) => <ThreadRow key={thread.id} thread={thread} {...row} />)
          : Array.from({ length: 6 }, (_, index) => (
              <li key={index} className={classes.row}>
                <Skeleton height={40} />
              </li>
            ))}
      </Box>
    </div>
  );
}

type RowProps = Omit<ThreadListProps, 'label' | 'rows' | 'sort' | 'onSort' | 'areOverdue'> & {
  thread: MessageListed;
};

function ThreadRow({ thread, isStale, openId, hrefOf, search, withStatus, selection }: RowProps) {
  const { id, number, subject, sender, excerpt, assignee, category, status, last_at } = thread;
  const { is_snoozed, snoozed_until, reply_at, is_reply_held } = thread;
  // Each reader has their own; it would stay for those who may not mark it as read.
  const isUnread = useAllowed(contract.messages.markMessageRead) && thread.is_unread;
  const isOpen = id === openId;
  const name = senderName(sender);
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);

  const isSelected = selection?.ids.has(id) ?? false;
  const toggle = () =>
    selection?.setRowSelection(({ [id]: wasSelected, ...others }) =>
      wasSelected ? others : { ...others, [id]: true },
    );

  return (
    <li
      ref={ref}
      className={classes.row}
      data-open={isOpen || undefined}
      data-selected={isSelected || undefined}
    >
      {selection && (
        <Check
          aria-label={t.select(t.rowName(number, name))}
          checked={isSelected}
          disabled={isStale}
          onChange={toggle}
          {...(isOpen && { 'data-shortcut': 'x' })}
        />
      )}
      {isUnread && <span className={classes.dot} />}
      <Box miw={0} style={{ gridColumn: 2 }}>
        <Group wrap="nowrap" gap="sm">
          <Text
            component={Link}
            to={hrefOf(id)}
            className={classes.open ?? ''}
            flex={1}
            miw={0}
            display="flex"
            lh="1.5rem"
            c="var(--ink)"
            td="none"
            aria-current={isOpen ? 'true' : undefined}
          >
            {isUnread && <span className="visually-hidden">{`${t.unread}. `}</span>}
            <Text span inherit dir="auto" truncate fw={isUnread ? 600 : 400} flex="none" maw="60%">
              <Highlight text={name} search={search} />
            </Text>
            <Text span inherit c="dimmed" style={{ whiteSpace: 'pre' }}>
              {' · '}
            </Text>
            <Text span inherit dir="auto" truncate c={isUnread ? 'var(--ink)' : 'dimmed'}>
              {subject ? <Highlight text={subject} search={search} /> : t.noSubject}
            </Text>
          </Text>
          <Text span c="dimmed" size="xs" flex="none">
            {is_snoozed && snoozed_until ? (
              later.wakesAt(formatShortMoment(snoozed_until))
            ) : (
              <Moment at={last_at} format="relative" />
            )}
          </Text>
        </Group>
        <Group wrap="nowrap" mih="1.5rem" c="dimmed" fz="xs">
          <Text span inherit dir="auto" truncate flex={1}>
            <Highlight text={excerpt} search={search} />
          </Text>
          {reply_at &&
            (is_reply_held ? (
              <Chip tone="warning">{later.replyHeld}</Chip>
            ) : (
              <Text span inherit flex="none">
                {later.replyAt(formatShortMoment(reply_at))}
              </Text>
            ))}
          {snoozed_until && !is_snoozed && <Chip tone="warning">{later.isBack}</Chip>}
          {sender?.is_blocked && <Chip tone="bad">{t.blocked}</Chip>}
          {!withStatus ? (
            <Text span inherit flex="none">
              {categoryText(category)}
            </Text>
          ) : status === 'spam' ? (
            <Chip tone="bad">{statusText(status)}</Chip>
          ) : (
            <Text span inherit flex="none">
              {statusText(status)}
            </Text>
          )}
          {assignee && (
            <Group component="span" flex="none" title={t.assignedTo(nameOf(assignee))}>
              <Initials name={nameOf(assignee)} size={20} />
              <span className="visually-hidden">{t.assignedTo(nameOf(assignee))}</span>
            </Group>
          )}
        </Group>
      </Box>
    </li>
  );
}
