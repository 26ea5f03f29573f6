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
import { categoryText, senderName, statusText, t } from '../messages.texts.ts';
import classes from './messages.inbox.module.css';

interface ThreadListProps {
  label: string;
  /** Undefined during the first load. */
  rows: readonly MessageListed[] | undefined;
  /** True while the rows are those of the previous list; they cannot be selected. */
  isStale: boolean;
  sort: string;
  onSort: (sort: string) => void;
  /** True if all rows are overdue: oldest first then means by waiting time. */
  areOverdue: boolean;
  /** Id of the conversation that is open beside the list. */
  openId: string | undefined;
  hrefOf: (id: string) => string;
  search: string | undefined;
  /** True if rows show their status, in a list of several statuses. */
  withStatus: boolean;
  selection: Selection;
}

export function ThreadList({ label, rows, sort, onSort, areOverdue, ...row }: ThreadListProps) {
  const { isStale, selection } = row;
  const ids = rows?.map(({ id }) => id) ?? [];
  const selectedCount = ids.filter((id) => selection.ids.has(id)).length;
  const oldestFirst = areOverdue ? 'awaiting_since' : 'last_at';
  const areAll = ids.length > 0 && selectedCount === ids.length;
  return (
    <div className={classes.list}>
      <Group justify="space-between" wrap="nowrap" gap={6} px="sm" py={6}>
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
        <Select
          aria-label={t.sort}
          value={sort}
          onChange={onSort}
          options={[
            { value: '-last_at', label: t.newestFirst },
            { value: sort === '-last_at' ? oldestFirst : sort, label: t.oldestFirst },
          ]}
        />
      </Group>
      <Box component="ol" aria-label={label} className="rows">
        {rows
          ? rows.map((thread) => <ThreadRow key={thread.id} thread={thread} {...row} />)
          : Array.from({ length: 6 }, (_, index) => (
              <li key={index} className={classes.row}>
                <Skeleton height={52} />
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
  const { id, number, subject, sender, excerpt, is_unread, assignee, category, status, last_at } = thread;
  const isOpen = id === openId;
  const name = senderName(sender);
  const weight = is_unread ? 650 : undefined;
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);

  const isSelected = selection.ids.has(id);
  const toggle = () =>
    selection.setRowSelection(({ [id]: wasSelected, ...others }) =>
      wasSelected ? others : { ...others, [id]: true },
    );

  return (
    <li
      ref={ref}
      className={classes.row}
      data-open={isOpen || undefined}
      data-selected={isSelected || undefined}
    >
      <Check
        aria-label={t.select(t.rowName(number, name))}
        checked={isSelected}
        disabled={isStale}
        onChange={toggle}
        {...(isOpen && { 'data-shortcut': 'x' })}
      />
      <Box miw={0}>
        <Group justify="space-between" align="baseline" wrap="nowrap" gap="sm">
          <Text
            component={Link}
            to={hrefOf(id)}
            className={classes.open ?? ''}
            truncate
            lh="1.5rem"
            c="var(--ink)"
            td="none"
            aria-current={isOpen ? 'true' : undefined}
          >
            <Text span inherit dir="auto" fw={weight}>
              <Highlight text={name} search={search} />
            </Text>
            <Text c="dimmed" size="xs" span>{` #${number}`}</Text>
          </Text>
          <Text span c="dimmed" size="xs" ms="auto" flex="none">
            <Moment at={last_at} format="relative" />
          </Text>
        </Group>
        <Text dir="auto" truncate fw={weight}>
          {is_unread && (
            <>
              <Box
                component="span"
                display="inline-block"
                w={8}
                h={8}
                me={7}
                bg="var(--accent-ink)"
                bdrs="xl"
              />
              <span className="visually-hidden">{`${t.unread}. `}</span>
            </>
          )}
          {subject ? <Highlight text={subject} search={search} /> : t.noSubject}
        </Text>
        <Text dir="auto" c="dimmed" size="xs" truncate>
          <Highlight text={excerpt} search={search} />
        </Text>
        <Group mih="1.5rem" c="dimmed" fz="0.75rem">
          <span>{categoryText(category)}</span>
          {withStatus && <Chip tone={status === 'spam' ? 'bad' : 'neutral'}>{statusText(status)}</Chip>}
          {sender?.is_blocked && <Chip tone="bad">{t.blocked}</Chip>}
          {assignee && (
            <Group ms="auto" component="span" title={t.assignedTo(nameOf(assignee))}>
              <Initials name={nameOf(assignee)} size={20} />
              <span className="visually-hidden">{t.assignedTo(nameOf(assignee))}</span>
            </Group>
          )}
        </Group>
      </Box>
    </li>
  );
}
