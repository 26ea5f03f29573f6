import type { ItemPublic } from '@agora/contract/features/items/items.contract';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { DraftNotice } from '../../components/draft-notice.tsx';
import { useDraft } from '../../platform/use-draft.ts';
import { useForm } from '../../platform/use-form.ts';
import { useSubmit } from '../../platform/use-submit.tsx';
import { useCurrentUser } from '../accounts/accounts.users.queries.ts';
import { useUpdateItem } from './items.queries.ts';
import { itemRules } from './items.rules.ts';
import { t } from './items.texts.ts';

/** An item edited in its row. What is typed is kept until it is saved or given up. */
export function ItemEditor({ item, onDone }: { item: ItemPublic; onDone: () => void }) {
  const me = useCurrentUser();
  const { mutateAsync: update } = useUpdateItem();
  const form = useForm({
    initialValues: { title: item.title, description: item.description ?? '' },
    validate: itemRules,
  });
  const draft = useDraft(`${me.id}:items/${item.id}`, form);
  const { isBusy, onSubmit } = useSubmit(form, async ({ title, description }) => {
    const body = { title: title.trim(), description: description.trim() || null };
    await update({ params: { id: item.id }, body });
    close();
  });
  function close(): void {
    draft.forget();
    onDone();
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') close();
  };
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="xs" maw="36rem" py="xs">
        <DraftNotice draft={draft} />
        <TextInput
          label={t.name}
          dir="auto"
          autoFocus
          onKeyDown={onKeyDown}
          {...form.getInputProps('title')}
        />
        <TextInput
          label={t.description}
          dir="auto"
          onKeyDown={onKeyDown}
          {...form.getInputProps('description')}
        />
        <Group gap="xs">
          <Button type="submit" size="compact-sm" loading={isBusy}>
            {t.save}
          </Button>
          <Button size="compact-sm" variant="default" onClick={close}>
            {t.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
