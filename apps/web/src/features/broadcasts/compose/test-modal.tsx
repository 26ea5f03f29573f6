import { TEST_DEVICES_MAX } from '@agora/contract/features/broadcasts/broadcasts.rules';
import { Button, Radio, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { toastError, toastSuccess, toastWarning } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useCan } from '../../accounts/accounts.users.queries.ts';
import { useIsPushMissing } from '../../dashboard/dashboard.queries.ts';
import { useReachableDevices } from '../../devices/devices.queries.ts';
import { t as audience } from '../audience/broadcasts.audience.texts.ts';
import { MemberPicker } from '../audience/member-picker.tsx';
import { useTestBroadcast } from '../broadcasts.queries.ts';
import { reasonText } from '../reason-text.ts';
import { t } from './broadcasts.test-push.texts.ts';

interface TestModalProps {
  id: string;
  onClose: () => void;
}

/** Sends the saved version, marked as a test, to the user's own phones or to those of testers. */
export function TestModal({ id, onClose }: TestModalProps) {
  const maySeeMembers = useCan('members.read');
  const [isMine, setMine] = useState(true);
  const [testers, setTesters] = useState<string[]>([]);
  const [isTouched, setTouched] = useState(false);
  const devices = useReachableDevices(testers, TEST_DEVICES_MAX);
  const { mutateAsync: test } = useTestBroadcast();
  const isPushMissing = useIsPushMissing();
  const isReady =
    !isPushMissing &&
    (isMine || (devices !== undefined && devices.length > 0 && devices.length <= TEST_DEVICES_MAX));

  const [isBusy, run] = useBusy(async () => {
    const body = isMine ? {} : { device_ids: devices ?? [] };
    try {
      const { data } = (await test({ params: { id }, body })).body;
      const refused = data.find(({ is_accepted }) => !is_accepted);
      if (refused) toastWarning(t.failed(reasonText(refused.error_code ?? '', true)));
      else toastSuccess(t.sent(data.length));
      if (!refused) onClose();
    } catch (error) {
      toastError(error);
    }
  });

  return (
    <Dialog
      title={t.title}
      onClose={onClose}
      onSubmit={() => isReady && void run()}
      actions={
        <Button type="submit" loading={isBusy} disabled={!isReady} data-autofocus>
          {t.send}
        </Button>
      }
    >
      {isPushMissing && <p role="alert">{audience.noProvider}</p>}
      <Text c="dimmed" size="xs">
        {t.text}
      </Text>
      {maySeeMembers && (
        <Radio.Group
          label={t.to}
          value={isMine ? 'me' : 'testers'}
          onChange={(value) => setMine(value === 'me')}
        >
          <Radio mt="xs" value="me" label={t.me} />
          <Radio mt="xs" value="testers" label={t.testers} />
        </Radio.Group>
      )}
      {!isMine && (
        <>
          <MemberPicker
            label={t.who}
            ids={testers}
            error={isTouched && testers.length === 0 && t.whoRequired}
            onChange={setTesters}
            onBlur={() => setTouched(true)}
          />
          <Text c="dimmed" size="xs" role="status">
            {testers.length > 0 && devices && t.devices(devices.length, TEST_DEVICES_MAX)}
          </Text>
        </>
      )}
    </Dialog>
  );
}
