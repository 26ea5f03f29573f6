import type { ItemPublic } from '@agora/contract/features/items/items.contract';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useForm } from '../../platform/use-form.ts';
import { useSubmit } from '../../platform/use-submit.tsx';
import { useUpdateItem } from './items.queries.ts';
import { itemRules } from './items.rules.ts';
import { t } from './items.texts.ts';

/** An item edited in its row. */
export default function ItemEditor({ item, onDone }: { item: ItemPublic; onDone: () => void }) {
  const { mutateAsync: update } = useUpdateItem();
  const form = useForm({
    initialValues: { title: item.title, description: item.description ?? '' },
    validate: itemRules,
  });
  const { isBusy, onSubmit } = useSubmit(form, async ({ title, description }) => {
    const body = { title: title.trim(), description: description.trim() || null };
    await update({ params: { id: item.id }, body });
    onDone();
  });
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onDone();
  };
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="xs" maw="36rem" py="xs">
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
          <Button size="compact-sm" variant="default" onClick={onDone}>
            {t.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
