import type { BroadcastPublic } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { useSendBroadcast } from '../broadcasts.queries.ts';
import { t } from './broadcasts.dispatch.texts.ts';
import { DispatchDialog } from './dispatch-dialog.tsx';
import { useSnapshot } from './use-snapshot.ts';

interface SendModalProps {
  broadcast: BroadcastPublic;
  onClose: () => void;
}

/** Sends a push now; devices in quiet hours receive it when these end. */
export function SendModal({ broadcast: latest, onClose }: SendModalProps) {
  const snapshot = useSnapshot(latest);
  const { broadcast, audience } = snapshot;
  const { mutateAsync: send } = useSendBroadcast();
  const held = broadcast.urgent ? null : audience.data?.held;
  const isAllHeld = held ? held.devices === audience.data?.devices : false;
  return (
    <DispatchDialog
      title={t.sendTitle}
      action={t.sendDo}
      done={isAllHeld ? t.sentHeld : t.sent}
      snapshot={snapshot}
      held={held}
      when={isAllHeld ? t.nowHeld : held ? t.nowPartly : t.now}
      plan={null}
      onDispatch={(confirmed) => send({ params: { id: broadcast.id }, body: confirmed })}
      onClose={onClose}
    />
  );
}
