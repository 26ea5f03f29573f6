import { Button, Group, Paper, TextInput } from '@mantine/core';
import { DraftNotice } from '../../components/draft-notice.tsx';
import { toastSuccess } from '../../platform/toast.ts';
import { useDraft } from '../../platform/use-draft.ts';
import { useForm } from '../../platform/use-form.ts';
import { useSubmit } from '../../platform/use-submit.tsx';
import { useCreateItem } from './items.queries.ts';
import { itemRules } from './items.rules.ts';
import { t } from './items.texts.ts';

/** Creates an item of the user's own. */
export function NewItem({ userId }: { userId: string }) {
  const { mutateAsync: create } = useCreateItem();
  const form = useForm({
    initialValues: { title: '', description: '' },
    validate: itemRules,
  });
  const draft = useDraft(`${userId}:items/new`, form);
  const { isBusy, onSubmit } = useSubmit(form, async ({ title, description }) => {
    await create({
      body: { title: title.trim(), description: description.trim() || null },
    });
    draft.forget();
    form.reset();
    form.getInputNode('title')?.focus();
    toastSuccess(t.created1);
  });
  return (
    <Paper p="md" mb="lg">
      <form onSubmit={onSubmit} noValidate aria-label={t.addTitle}>
        <DraftNotice draft={draft} />
        <Group align="flex-start" gap="sm">
          <TextInput
            label={t.addTitle}
            flex="2 1 12rem"
            dir="auto"
            autoComplete="off"
            data-shortcut="c"
            {...form.getInputProps('title')}
          />
          <TextInput
            label={t.description}
            flex="3 1 12rem"
            dir="auto"
            autoComplete="off"
            {...form.getInputProps('description')}
          />
          <Button
            type="submit"
            loading={isBusy}
            mt={{ xs: '1.625rem' }}
            flex={{ base: '1 0 100%', xs: 'none' }}
          >
            {t.add}
          </Button>
        </Group>
      </form>
    </Paper>
  );
}
