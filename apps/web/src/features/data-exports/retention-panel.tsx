import type { Retention } from '@agora/contract/features/data-exports/data-exports.contract';
import { RETENTION_COUNT_MAX } from '@agora/contract/features/data-exports/data-exports.rules';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Panel } from '../../components/panel.tsx';
import { Select } from '../../components/select.tsx';
import { useWithPassword } from '../../components/use-password-prompt.tsx';
import { errorText } from '../../platform/errors.ts';
import { toastError, toastSuccess } from '../../platform/toast.ts';
import { useBusy } from '../../platform/use-busy.ts';
import { useRetention, useRetentionPreview, useUpdateRetention } from './data-exports.queries.ts';
import { t as kept } from './data-protection.texts.ts';
import { keptText, periodText } from './kept-text.ts';
import { t } from './retention.texts.ts';

/** Days that are offered: half a year, then one to ten years. */
const CHOICES = [180, 365, 730, 1_095, 1_826, 3_652];

/** The periods that superusers choose. */
export function RetentionPanel() {
  const query = useRetention();
  const [changed, setChanged] = useState<Retention>();
  return (
    <Panel title={t.title} text={t.text}>
      <Loaded query={query} height={220}>
        {({ body: { data } }) =>
          data.map((one) => (
            <Group key={one.code} justify="space-between" wrap="nowrap" py="sm" gap="xs">
              <div>
                <p>{kept[one.code]}</p>
                <Text c="dimmed" size="xs">
                  {keptText(one.code, one.days)}
                </Text>
              </div>
              <Button
                variant="default"
                flex="none"
                aria-label={t.changeOf(kept[one.code])}
                onClick={() => setChanged(one)}
              >
                {t.change}
              </Button>
            </Group>
          ))
        }
      </Loaded>
      {changed && <RetentionModal retention={changed} onClose={() => setChanged(undefined)} />}
    </Panel>
  );
}

interface RetentionModalProps {
  retention: Retention;
  onClose: () => void;
}

/** Chooses a period, and says before what it would delete. */
function RetentionModal({ retention, onClose }: RetentionModalProps) {
  const { code, days, default_days } = retention;
  const [choice, setChoice] = useState(days === default_days ? '' : String(days));
  const [prompt, withPassword] = useWithPassword();
  const { mutateAsync: update } = useUpdateRetention();
  const chosen = choice === '' ? null : Number(choice);
  const [period, rule] = [periodText(chosen ?? default_days), keptText(code, chosen ?? default_days)];
  const [isBusy, save] = useBusy(async () => {
    try {
      await withPassword(t.passwordAgain, () => update({ params: { code }, body: { days: chosen } }));
      toastSuccess(t.saved);
      onClose();
    } catch (error) {
      toastError(error);
    }
  });
  const offered = [...new Set([...CHOICES, ...(days === null || days === default_days ? [] : [days])])];
  return (
    <>
      <Dialog
        title={kept[code]}
        onClose={onClose}
        onSubmit={() => void save()}
        actions={
          <Button type="submit" loading={isBusy}>
            {t.save}
          </Button>
        }
      >
        <Select
          label={t.keepFor}
          data-autofocus
          description={chosen !== null && rule === period ? undefined : rule}
          value={choice}
          options={[
            { value: '', label: t.byDefault },
            ...offered
              .toSorted((one, other) => one - other)
              .map((option) => ({ value: String(option), label: periodText(option) })),
          ]}
          onChange={setChoice}
        />
        <Preview code={code} days={chosen ?? default_days} />
      </Dialog>
      {prompt}
    </>
  );
}

function Preview({ code, days }: Pick<Retention, 'code' | 'days'>) {
  const { data, error } = useRetentionPreview(code, days);
  const found = days === null ? { count: 0, is_more: false } : data?.body;
  const text = () => {
    if (error) return errorText(error);
    if (!found) return t.counting;
    if (found.is_more) return t.deletesMany(RETENTION_COUNT_MAX);
    return found.count === 0 ? t.deletesNothing : t.deletes(found.count);
  };
  return (
    <Text role="status" fw={found?.count ? 600 : 400}>
      {text()}
    </Text>
  );
}
