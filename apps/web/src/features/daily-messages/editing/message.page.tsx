import { contract } from 'virtual:contract';
import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { DailyMessagePublic } from '@agora/contract/features/daily-messages/daily-messages.schema';
import { Alert, Button, Group, Skeleton } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { StateMessage } from '../../../components/state-message.tsx';
import { ApiError, hasCode } from '../../../platform/api-error.ts';
import { formatRelative } from '../../../platform/dates.ts';
import { leaveAfter, useNavigateAway } from '../../../platform/leaving.ts';
import { toastError } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useToday } from '../../accounts/accounts.preferences.queries.ts';
import { useAllowed } from '../../accounts/accounts.users.queries.ts';
import { HistoryPanel } from '../../audit/history-panel.tsx';
import { OthersHerePanel } from '../../presence/others-here-panel.tsx';
import { RatingsPanel } from '../../ratings/ratings-panel.tsx';
import { PlaceModal } from '../calendar/place-modal.tsx';
import { ReserveNotice } from '../calendar/reserve-notice.tsx';
import { useDailyMessage, useRefreshDailyMessages, useTrash } from '../daily-messages.queries.ts';
import { t as daily, longDay } from '../daily-messages.texts.ts';
import { StatusChip, titleOf } from '../message-status.tsx';
import { t } from './daily-messages.editing.texts.ts';
import { DayLinks } from './day-links.tsx';
import { MessageEditor } from './message-editor.tsx';
import { MessageReader } from './message-reader.tsx';

interface Back {
  to: string;
  label: string;
}

/** One message: texts, publication and deletion, or its texts for those who only read. */
export function Page() {
  const { messageId = '' } = useParams();
  const from = (useLocation().state as { from?: string } | null)?.from ?? '';
  const back = {
    to: `/daily-message${from}`,
    label: from.includes('view=') ? t.backToList : t.back,
  };
  const { data, error, refetch } = useDailyMessage(messageId);
  const message = data?.body;
  const today = useToday();
  const [isDirty, setDirty] = useState(false);
  const mayWrite = useAllowed(contract.dailyMessages.updateDailyMessage);
  const maySeeRatings = useAllowed(contract.ratings.summarizeRatings);
  const maySeeHistory = useAllowed(contract.auditLogs.readAuditLogs);

  if (!message && error)
    return isNotFound(error) ? (
      <Missing back={back} />
    ) : (
      <>
        <PageHeader title={back.label} back={back} />
        <LoadFailure error={error} onRetry={() => void refetch()} />
      </>
    );
  if (!message) return <Loading back={back} />;
  const isPast = message.day !== null && message.day < today;
  return (
    <>
      <PageHeader
        back={back}
        aside={
          <Group gap="sm" wrap="nowrap">
            {mayWrite && (
              <OthersHerePanel
                entity="daily_message"
                id={message.id}
                doing={isDirty ? 'editing' : 'reading'}
              />
            )}
            {message.day && <DayLinks day={message.day} from={from} />}
          </Group>
        }
        title={message.day ? longDay(message.day) : daily.toReserve}
        badge={<StatusChip status={message.status} />}
        text={t.changed(formatRelative(message.updated_at), nameOf(message.updated_by))}
        actions={mayWrite && <Actions key={message.id} message={message} isPast={isPast} back={back} />}
      />
      {isPast && (
        <Alert color="yellow" mb="lg" role="status">
          <strong>{t.dayOver}</strong>{' '}
          {message.status === 'draft' ? t.dayOverDraft : mayWrite ? t.dayOverText : t.dayOverRead}
        </Alert>
      )}
      <ReserveNotice day={message.day} />
      {mayWrite ? (
        <MessageEditor key={message.id} message={message} isPast={isPast} onDirty={setDirty} />
      ) : (
        <MessageReader message={message} />
      )}
      {maySeeRatings && <RatingsPanel target="daily_message" id={message.id} />}
      {maySeeHistory && <HistoryPanel entity="daily_message" id={message.id} version={message.version} />}
    </>
  );
}

const isNotFound = (error: unknown) =>
  hasCode(error, 'daily_message_not_found') || (error instanceof ApiError && error.status === 422);

const Missing = ({ back }: { back: Back }) => (
  <>
    <PageHeader title={t.messageMissing} back={back} />
    <StateMessage icon={IconCalendarOff} text={t.messageMissingText} />
  </>
);

const Loading = ({ back }: { back: Back }) => (
  <>
    <PageHeader back={back} />
    <Skeleton height={420} radius="lg" mb="lg" />
    <Skeleton height={220} radius="lg" />
  </>
);

interface ActionsProps {
  message: DailyMessagePublic;
  isPast: boolean;
  back: Back;
}

function Actions({ message, isPast, back }: ActionsProps) {
  const navigateAway = useNavigateAway();
  const { remove } = useTrash();
  const refresh = useRefreshDailyMessages();
  const [placing, setPlacing] = useState<'move' | 'duplicate'>();
  const [isBusy, run] = useBusy(async () => {
    try {
      await leaveAfter(async () => {
        await remove(message);
        await navigateAway(back.to);
      });
    } catch (error) {
      toastError(error);
      await refresh();
    }
  });
  return (
    <>
      {!isPast && (
        <Button variant="default" onClick={() => setPlacing('move')}>
          {t.move}
        </Button>
      )}
      <Button variant="default" onClick={() => setPlacing('duplicate')}>
        {t.duplicate}
      </Button>
      {!isPast && (
        <Button variant="default" c="var(--danger-ink)" disabled={isBusy} onClick={() => void run()}>
          {daily.delete}
        </Button>
      )}
      {placing && (
        <PlaceModal
          action={placing}
          message={{ ...message, title: titleOf(message) || daily.noTitle }}
          onClose={() => setPlacing(undefined)}
        />
      )}
    </>
  );
}
