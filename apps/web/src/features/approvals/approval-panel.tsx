import { contract } from 'virtual:contract';
import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import { isOpen } from '@agora/contract/features/approvals/approvals.rules';
import type { Approval } from '@agora/contract/features/approvals/approvals.schema';
import { Alert, Blockquote, Button, Group, Stack, Text } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Chip } from '../../components/chip.tsx';
import { formatLocalTime, formatMoment, formatRelative } from '../../platform/dates.ts';
import { joinNames } from '../../platform/i18n.ts';
import { toastError, toastSuccess } from '../../platform/toast.ts';
import { useBusy } from '../../platform/use-busy.ts';
import { useAllowed, useCurrentUser, useTeam } from '../accounts/accounts.users.queries.ts';
import type { Approvable } from './approvable.ts';
import { useWithdraw } from './approvals.queries.ts';
import { t } from './approvals.texts.ts';
import { SendBackModal } from './send-back-modal.tsx';

/** Number of people named. */
const NAMED_MAX = 3;

/** Accounts may be erased. */
export const whoIs = (person: Approval['asked_by']): string => nameOf(person) ?? t.somebody;

/** When it is planned for. */
export const dueText = ({ due_at, local_time }: Approval): string =>
  local_time ? t.ownTime(formatLocalTime(local_time)) : due_at ? formatMoment(due_at) : '';

/**
 * State of the last request for approval of what has not gone out, instead of its status; undefined if nothing has to be
 * done about it.
 */
export function approvalChip(approval: Approval | null): ReactNode {
  if (approval?.status === 'held') return <Chip tone="bad">{t.chip_held}</Chip>;
  if (approval?.status === 'waiting') return <Chip tone="warning">{t.chip_waiting}</Chip>;
  if (approval?.status === 'sent_back') return <Chip tone="warning">{t.chip_sent_back}</Chip>;
  return undefined;
}

/** State of the last request for approval, and what the user can do about it. */
export function ApprovalPanel({ subject, actions }: { subject: Approvable; actions: ReactNode }) {
  const { approval, isPending } = subject;
  if (!approval) return null;
  const { status, decided_by, decided_at, comment } = approval;
  if (isOpen(status)) return <OpenRequest subject={subject} approval={approval} actions={actions} />;
  if (status === 'approved')
    return isPending ? null : (
      <Text c="dimmed" size="sm" mb="md">
        {t.approvedBy(whoIs(decided_by), formatRelative(decided_at ?? approval.asked_at))}
      </Text>
    );
  if (!isPending || status === 'withdrawn') return null;
  return (
    <Alert
      role="status"
      mb="lg"
      color="yellow"
      icon={<IconChecklist size={20} stroke={1.75} aria-hidden />}
      title={status === 'outdated' ? t.outdated : t.sent_back(whoIs(decided_by))}
    >
      {status === 'outdated' ? t.outdatedText : <Quote text={comment} />}
    </Alert>
  );
}

interface OpenRequestProps {
  subject: Approvable;
  approval: Approval;
  /** Buttons that approve. */
  actions: ReactNode;
}

function OpenRequest({ subject, approval, actions }: OpenRequestProps) {
  const { kind } = subject;
  const { status, asked_by, asked_at, note, due_at } = approval;
  const isHeld = status === 'held';
  const right = useDecision(subject);
  const plan = isHeld
    ? t.wasDue(kind, dueText(approval))
    : due_at
      ? t.goesOutAt(kind, dueText(approval))
      : t.goesOut(kind);
  return (
    <Alert
      role="status"
      mb="lg"
      color={isHeld ? 'red' : 'yellow'}
      icon={<IconChecklist size={20} stroke={1.75} aria-hidden />}
      title={isHeld ? t.held : t.waiting}
    >
      <Stack gap="xs">
        <Text maw="46rem">
          {t.askedBy(whoIs(asked_by), formatRelative(asked_at))} {plan}{' '}
          {right !== 'mayDecide' && t.endsByChange}
        </Text>
        {note && <Quote text={note} />}
        {right === 'isInvolved' && <Text size="sm">{t.own}</Text>}
        {right !== 'mayDecide' && <Approvers subject={subject} />}
        <Group gap="xs">
          {right === 'mayDecide' && actions}
          {right === 'mayDecide' && <SendBackButton subject={subject} />}
          <WithdrawButton subject={subject} approval={approval} />
        </Group>
      </Stack>
    </Alert>
  );
}

const Quote = ({ text }: { text: string }) => (
  <Blockquote p="xs" my={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
    {text}
  </Blockquote>
);

/** Those who may not decide. */
const involvedIn = ({ approval, created_by, updated_by }: Approvable) =>
  new Set([approval?.asked_by?.id, created_by?.id, updated_by?.id]);

/** Whether the user may decide, or why not. */
function useDecision(subject: Approvable) {
  const me = useCurrentUser();
  const mayApprovePushes = useAllowed(contract.approvals.approveBroadcast);
  const mayApproveNews = useAllowed(contract.approvals.approveNews);
  if (!(subject.kind === 'news' ? mayApproveNews : mayApprovePushes)) return 'isNotAllowed';
  return involvedIn(subject).has(me.id) ? 'isInvolved' : 'mayDecide';
}

/** Whom to ask. */
function Approvers({ subject }: { subject: Approvable }) {
  const { data } = useTeam({ can: subject.kind === 'news' ? 'news.approve' : 'broadcasts.approve' });
  const me = useCurrentUser();
  const involved = involvedIn(subject).add(me.id);
  const others = data?.body.data.filter(({ id }) => !involved.has(id)) ?? [];
  if (others.length === 0) return null;
  return (
    <Text c="dimmed" size="xs">
      {t.approvers(joinNames(others.slice(0, NAMED_MAX).map((person) => nameOf(person))))}
    </Text>
  );
}

function WithdrawButton({ subject, approval }: Omit<OpenRequestProps, 'actions'>) {
  const withdraw = useWithdraw(subject.kind);
  const me = useCurrentUser();
  const [isBusy, run] = useBusy(async () => {
    try {
      await withdraw({ params: { id: subject.id } });
      toastSuccess(t.isWithdrawn);
    } catch (error) {
      toastError(error);
    }
  });
  if (approval.asked_by?.id !== me.id) return null;
  return (
    <Button variant="default" disabled={isBusy} onClick={() => void run()}>
      {t.withdraw}
    </Button>
  );
}

/** Opens the question for a comment. */
export function SendBackButton({ subject }: { subject: Pick<Approvable, 'kind' | 'id' | 'version'> }) {
  const [isOpened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t.sendBack}
      </Button>
      {isOpened && <SendBackModal subject={subject} onClose={() => setOpened(false)} />}
    </>
  );
}
