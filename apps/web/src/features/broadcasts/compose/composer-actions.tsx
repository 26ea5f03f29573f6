import { contract } from 'virtual:contract';
import { ActionIcon, Button, Group, Menu, Modal, Text } from '@mantine/core';
import { IconDots, IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { FormBar } from '../../../components/form-bar.tsx';
import { useAllowed } from '../../accounts/accounts.users.queries.ts';
import { useApprovalRules, useNeedsApproval } from '../../approvals/approvals.queries.ts';
import { useIsUploading } from '../../news/news.queries.ts';
import { t as audience } from '../audience/broadcasts.audience.texts.ts';
import { SendersLine } from '../sending/senders-line.tsx';
import { PreviewPanel } from './broadcast-preview-panel.tsx';
import { fieldsOf, missingOf } from './broadcast-values.ts';
import { t } from './broadcasts.compose.texts.ts';
import type { BroadcastForm } from './text-panels.tsx';
import { useReach } from './use-reach.ts';

/** The action that follows once the draft is saved. */
export type NextStep = 'test' | 'schedule' | 'send';

interface ComposerActionsProps {
  form: BroadcastForm;
  isBusy: boolean;
  /** False if there is nothing to save. */
  canSave: boolean;
  onSaveFor: (next: NextStep) => void;
  /** True while somebody is asked to approve it. */
  isAwaiting?: boolean;
}

/** Buttons that save and open the next step, with the size of the audience and what is still missing. */
export function ComposerActions({
  form,
  isBusy,
  canSave,
  onSaveFor,
  isAwaiting = false,
}: ComposerActionsProps) {
  const [isPreviewed, setPreviewed] = useState(false);
  const mayStart = useAllowed(contract.broadcasts.sendBroadcast);
  const reach = useReach(form.values);
  const isLarge = useNeedsApproval(reach.isCounted ? reach.data?.devices : undefined);
  const { pushes: asksOthers } = useApprovalRules();
  const asks = isLarge || (!mayStart && asksOthers);
  const maySend = !isAwaiting && (mayStart || asks);
  const fields = fieldsOf(form.values);
  const missing = missingOf(fields);
  const isUploading = useIsUploading();
  const isDisabled = {
    test: isUploading || missing.some((what) => what !== 'audience'),
    schedule: isUploading || missing.length > 0,
  };
  return (
    <FormBar>
      <Text c="dimmed" size="xs" role="status" mb="xs">
        {reachText(reach)}
        {isLarge && !isAwaiting && `${t.needsApproval} `}
        {isUploading && `${t.uploading} `}
        {missing.length > 0 && t.stillMissing(missing.map((what) => t[`missing_${what}`]).join(', '))}
      </Text>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <ActionIcon
            variant="default"
            size="input-sm"
            hiddenFrom="lg"
            aria-label={t.showPreview}
            title={t.showPreview}
            onClick={() => setPreviewed(true)}
          >
            <IconEye size={18} aria-hidden />
          </ActionIcon>
          <Button
            type="submit"
            variant={maySend ? 'default' : 'filled'}
            disabled={!canSave || isUploading}
            loading={isBusy}
          >
            {t.save}
          </Button>
          <Button
            variant="default"
            {...(maySend && { visibleFrom: 'sm' })}
            disabled={isDisabled.test || isBusy}
            onClick={() => onSaveFor('test')}
          >
            {t.test}
          </Button>
        </Group>
        {maySend ? (
          <Group gap="xs">
            <Menu>
              <Menu.Target>
                <ActionIcon
                  variant="default"
                  size="input-sm"
                  hiddenFrom="sm"
                  aria-label={t.moreActions}
                  title={t.moreActions}
                >
                  <IconDots size={18} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item disabled={isDisabled.test || isBusy} onClick={() => onSaveFor('test')}>
                  {t.test}
                </Menu.Item>
                <Menu.Item disabled={isDisabled.schedule || isBusy} onClick={() => onSaveFor('schedule')}>
                  {t.schedule}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
            <Button
              variant="default"
              visibleFrom="sm"
              disabled={isDisabled.schedule || isBusy}
              onClick={() => onSaveFor('schedule')}
            >
              {t.schedule}
            </Button>
            <Button disabled={isDisabled.schedule || isBusy} onClick={() => onSaveFor('send')}>
              {asks ? t.ask : t.send}
            </Button>
          </Group>
        ) : (
          !isAwaiting && <SendersLine />
        )}
      </Group>
      <Modal opened={isPreviewed} onClose={() => setPreviewed(false)} title={t.preview}>
        <PreviewPanel fields={{ ...fields, image: form.values.image || null }} />
      </Modal>
    </FormBar>
  );
}

/** Number of devices and members in the audience. */
const reachText = ({ isCounted, data }: ReturnType<typeof useReach>) =>
  isCounted && data && `${audience.reachLine(audience.devicesOf(data.devices, data.members))} `;
