import { contract } from 'virtual:contract';
import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { MessageThread } from '@agora/contract/features/messages/messages.schema';
import { Alert, Box, Button, Group, Paper, SimpleGrid, Text } from '@mantine/core';
import { IconBan, IconUserOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Initials } from '../../../components/initials.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { useConfirm } from '../../../components/use-confirm.tsx';
import { formatDate } from '../../../platform/dates.ts';
import { useMayOpen } from '../../../platform/page-access.ts';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useAllowed } from '../../accounts/accounts.users.queries.ts';
import { useBlockMessages, useRefreshMessages, useUnblockMessages } from '../messages.queries.ts';
import { t as inbox, senderName } from '../messages.texts.ts';
import classes from './messages.thread.module.css';
import { appText, screenText, t } from './messages.thread.texts.ts';
import { PreviousConversations } from './previous-conversations.tsx';

/** Wide enough to show the card open. */
const WIDE = '(min-width: 84em)';

function useBlocking(userId: string) {
  const refresh = useRefreshMessages();
  const { mutateAsync: block } = useBlockMessages();
  const { mutateAsync: unblock } = useUnblockMessages();
  return useBusy(async (isBlocked: boolean) => {
    try {
      await (isBlocked ? block : unblock)({ params: { user_id: userId } });
      toastSuccess(isBlocked ? t.blocked : t.unblocked);
    } catch (error) {
      toastError(error);
    }
    await refresh();
  });
}

/** The member and their device. */
export function MemberCard({ thread }: { thread: MessageThread }) {
  const { sender, context, locale } = thread;
  const facts = [
    [t.language, inbox[locale]],
    [t.app, appText(context)],
    [t.device, [context.device, context.os].filter(Boolean).join(' · ')],
    [t.screen, screenText(context.screen)],
  ].filter(([, value]) => value);
  return (
    <Paper
      component="details"
      className={classes.card ?? ''}
      p={{ base: '0 0.75rem', md: 'sm' }}
      radius="md"
      shadow="none"
      fz="xs"
      open={window.matchMedia(WIDE).matches}
    >
      <summary>{t.card}</summary>
      <Group gap="0.625rem" mt="0.625rem" wrap="nowrap" style={{ overflowWrap: 'anywhere' }}>
        <Initials name={senderName(sender)} size={36} />
        <strong dir="auto">{senderName(sender)}</strong>
      </Group>
      {sender && (
        <Text c="dimmed" size="xs" mt={6} style={{ overflowWrap: 'anywhere' }}>
          {sender.email}
          <br />
          {t.since(formatDate(sender.created_at))}
        </Text>
      )}
      <SimpleGrid
        component="dl"
        minColWidth="8rem"
        autoFlow="auto-fit"
        spacing="md"
        verticalSpacing="xs"
        mt="sm"
      >
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <Box component="dd" dir="auto" style={{ overflowWrap: 'anywhere' }}>
              {value}
            </Box>
          </div>
        ))}
      </SimpleGrid>
      {sender && <PreviousConversations key={thread.id} id={thread.id} sender={sender} />}
      {sender && <MemberLinks sender={sender} />}
    </Paper>
  );
}

function MemberLinks({ sender }: { sender: NonNullable<MessageThread['sender']> }) {
  const mayOpen = useMayOpen();
  const mayBlock = useAllowed(contract.messages.blockMessages);
  const profile = `/members/${sender.id}`;
  const [isBusy, setBlocked] = useBlocking(sender.id);
  const [dialog, confirm] = useConfirm();
  async function block(): Promise<void> {
    const question = { title: t.blockTitle(senderName(sender)), text: t.blockText, action: t.blockAction };
    if (await confirm({ ...question, isDangerous: true })) await setBlocked(true);
  }
  return (
    <Group gap="0.25rem 1rem" mt="sm">
      {mayOpen(profile) && <Link to={profile}>{t.profile}</Link>}
      {sender.ratings > 0 && (
        <PageLink to={`/rates?user_id=${sender.id}`}>{t.ratings(sender.ratings)}</PageLink>
      )}
      {mayBlock && !sender.blocked_at && (
        <Button
          size="compact-sm"
          variant="subtle"
          c="var(--danger-ink)"
          disabled={isBusy}
          leftSection={<IconBan size={15} aria-hidden />}
          onClick={() => void block()}
        >
          {t.block}
        </Button>
      )}
      {dialog}
    </Group>
  );
}

/** Notice that the member can't sign in and sees replies only by e-mail. */
export const MemberInactive = ({ thread: { sender } }: { thread: MessageThread }) =>
  sender?.is_active === false && (
    <Alert color="yellow" radius={0} role="status">
      <IconUserOff size={17} aria-hidden />
      <p>{t.inactive}</p>
    </Alert>
  );

/** Notice that the member is blocked: since when, by whom, and how to unblock. */
export function MemberBlock({ thread: { sender } }: { thread: MessageThread }) {
  const [isBusy, setBlocked] = useBlocking(sender?.id ?? '');
  const mayUnblock = useAllowed(contract.messages.unblockMessages);
  if (!sender?.blocked_at) return null;
  const by = sender.blocked_by && nameOf(sender.blocked_by);
  return (
    <Alert color="red" radius={0} role="status">
      <IconBan size={17} aria-hidden />
      <p>{t.blockedSince(formatDate(sender.blocked_at), by ?? undefined)}</p>
      {mayUnblock && (
        <Button size="compact-sm" variant="default" disabled={isBusy} onClick={() => void setBlocked(false)}>
          {t.unblock}
        </Button>
      )}
    </Alert>
  );
}
