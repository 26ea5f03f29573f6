import { contract } from 'virtual:contract';
import type { SegmentPublic } from '@agora/contract/features/broadcasts/broadcasts.segments.contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Loaded } from '../../../components/loaded.tsx';
import { Panel } from '../../../components/panel.tsx';
import { RowButton } from '../../../components/row-button.tsx';
import { StateMessage } from '../../../components/state-message.tsx';
import { useDeletion } from '../../../components/use-deletion.tsx';
import { toastWarning } from '../../../platform/toast.ts';
import { useAllowed, useCan } from '../../accounts/accounts.users.queries.ts';
import { describeAudience } from '../broadcast-text.ts';
import { t as broadcasts } from '../broadcasts.texts.ts';
import { useDeleteSegment, useSegments } from './broadcasts.segments.queries.ts';
import { t } from './broadcasts.segments.texts.ts';
import { SegmentModal } from './segment-modal.tsx';

/** Saved filters of members. */
export function SegmentsView() {
  const query = useSegments();
  const mayWrite = useAllowed(contract.segments.updateSegment);
  const { mutateAsync: deleteSegment } = useDeleteSegment();
  const [dialog, remove] = useDeletion<SegmentPublic>({
    question: ({ name }) => ({ title: t.deleteTitle(name), text: t.deleteText }),
    run: ({ id }) => deleteSegment({ params: { id } }),
    done: () => t.deleted,
  });
  const [edited, setEdited] = useState<SegmentPublic | 'new'>();
  return (
    <Panel
      title={t.segments}
      text={t.segmentsText}
      aside={
        mayWrite && (
          <Button
            variant="default"
            leftSection={<IconPlus size={17} aria-hidden />}
            onClick={() => setEdited('new')}
          >
            {t.add}
          </Button>
        )
      }
    >
      <Loaded query={query} height={160}>
        {({ body: { data: segments } }) =>
          segments.length === 0 ? (
            <StateMessage icon={IconUsersGroup} title={t.empty} text={mayWrite && t.emptyText} />
          ) : (
            <Stack gap={0} component="ul" className="rows">
              {segments.map((segment) => (
                <Segment
                  key={segment.id}
                  segment={segment}
                  mayWrite={mayWrite}
                  onEdit={() => setEdited(segment)}
                  onDelete={() =>
                    segment.used_by.length > 0
                      ? toastWarning(t.inUse(segment.used_by.map(nameOf).join(', ')))
                      : remove(segment)
                  }
                />
              ))}
            </Stack>
          )
        }
      </Loaded>
      {dialog}
      {edited && (
        <SegmentModal {...(edited !== 'new' && { segment: edited })} onClose={() => setEdited(undefined)} />
      )}
    </Panel>
  );
}

const nameOf = ({ name }: SegmentPublic['used_by'][number]) => (name ? t.quoted(name) : t.untitled);

interface SegmentProps {
  segment: SegmentPublic;
  mayWrite: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

function Segment({ segment, mayWrite, onEdit, onDelete }: SegmentProps) {
  const { id, name, audience, used_by } = segment;
  const maySeeMembers = useCan('members.read');
  return (
    <Group component="li" gap="sm" py="xs" wrap="nowrap">
      <Stack gap={2} flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Group gap="0 0.75rem">
          <Text fw={600} dir="auto">
            {name}
          </Text>
          {maySeeMembers && (
            <Text component={Link} py={2} to={`/members?segment_id=${id}`} aria-label={t.membersOf(name)}>
              {t.members}
            </Text>
          )}
        </Group>
        <Text c="dimmed" size="xs" className="capital">
          {describeAudience(audience).join(', ')}
        </Text>
        {used_by.length > 0 && <UsedBy pushes={used_by} />}
      </Stack>
      {mayWrite && (
        <Group gap={2} wrap="nowrap">
          <RowButton icon={IconPencil} label={t.editOf(name)} onClick={onEdit} />
          <RowButton icon={IconTrash} label={t.deleteOf(name)} onClick={onDelete} />
        </Group>
      )}
    </Group>
  );
}

/** Pushes named in a row; the others are counted. */
const NAMED_MAX = 3;

const UsedBy = ({ pushes }: { pushes: SegmentPublic['used_by'] }) => (
  <Text size="xs">
    {t.usedBy}{' '}
    {pushes.slice(0, NAMED_MAX).map(({ id, name }, index) => (
      <span key={id}>
        {index > 0 && ', '}
        <Link to={`/broadcast/${id}`}>{name || broadcasts.noTitle}</Link>
      </span>
    ))}{' '}
    {pushes.length > NAMED_MAX && t.moreUses(pushes.length - NAMED_MAX)}
  </Text>
);
