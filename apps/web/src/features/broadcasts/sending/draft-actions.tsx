import type { BroadcastPublic } from '@agora/contract/features/broadcasts/broadcasts.schema';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { missingOf } from '../compose/broadcast-values.ts';
import { t } from '../compose/broadcasts.compose.texts.ts';
import { ScheduleModal } from './schedule-modal.tsx';
import { SendModal } from './send-modal.tsx';

/** Sends or schedules a draft that others write. */
export function DraftActions({ broadcast }: { broadcast: BroadcastPublic }) {
  const [step, setStep] = useState<'schedule' | 'send'>();
  const isIncomplete = missingOf(broadcast).length > 0;
  const close = () => setStep(undefined);
  return (
    <>
      <Button disabled={isIncomplete} onClick={() => setStep('send')}>
        {t.send}
      </Button>
      <Button variant="default" disabled={isIncomplete} onClick={() => setStep('schedule')}>
        {t.schedule}
      </Button>
      {step === 'send' && <SendModal broadcast={broadcast} onClose={close} />}
      {step === 'schedule' && <ScheduleModal broadcast={broadcast} onClose={close} />}
    </>
  );
}
