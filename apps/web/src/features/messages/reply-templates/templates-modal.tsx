import type { ReplyTemplate } from '@agora/contract/features/messages/messages.reply-templates.contract';
import { ActionIcon, Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { useConfirm } from '../../../components/use-confirm.tsx';
import { firstIn } from '../../../platform/default-locale.ts';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useDeleteReplyTemplate, useRefreshMessages, useReplyTemplates } from '../messages.queries.ts';
import { t } from './messages.reply-templates.texts.ts';
import { EditTemplateForm, NewTemplateForm } from './template-form.tsx';

/** The templates of the team: all of them, or the one that is being written. */
export function TemplatesModal({ onClose }: { onClose: () => void }) {
  const [edited, setEdited] = useState<ReplyTemplate | 'new'>();
  const refresh = useRefreshMessages();
  const { mutateAsync: deleteTemplate } = useDeleteReplyTemplate();
  const [dialog, confirm] = useConfirm();
  const { data, error, refetch } = useReplyTemplates();
  const templates = data?.body.data;

  const editing = { onSaved: refresh, onClose: () => setEdited(undefined) };
  if (edited === 'new') return <NewTemplateForm position={templates?.length ?? 0} {...editing} />;
  if (edited) return <EditTemplateForm template={edited} {...editing} />;

  async function remove({ id, title }: ReplyTemplate): Promise<void> {
    const question = { title: t.removeTitle(title), text: t.removeText, action: t.delete };
    if (!(await confirm({ ...question, isDangerous: true }))) return;
    try {
      await deleteTemplate({ params: { id } });
      toastSuccess(t.removed);
    } catch (failure) {
      toastError(failure);
    }
    await refresh();
  }

  return (
    <>
      <Dialog
        title={t.title}
        close={t.close}
        size="lg"
        onClose={onClose}
        onSubmit={() => setEdited('new')}
        actions={
          <Button type="submit" leftSection={<IconPlus size={17} aria-hidden />}>
            {t.add}
          </Button>
        }
      >
        {error && !templates ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : !templates ? (
          <Skeleton height={160} />
        ) : templates.length === 0 ? (
          <p>
            <strong>{t.empty}</strong> {t.emptyText}
          </p>
        ) : (
          <Stack gap={0} component="ul" className="rows">
            {templates.map((template) => (
              <Group component="li" key={template.id} gap={2} py="xs" wrap="nowrap">
                <Box flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
                  <Text fw={600} dir="auto">
                    {template.title}
                  </Text>
                  <Text c="dimmed" size="sm" lineClamp={2} dir="auto">
                    {firstIn((locale) => template.bodies[locale])}
                  </Text>
                </Box>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  aria-label={t.edit(template.title)}
                  title={t.edit(template.title)}
                  onClick={() => setEdited(template)}
                >
                  <IconPencil size={17} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  aria-label={t.remove(template.title)}
                  title={t.remove(template.title)}
                  onClick={() => void remove(template)}
                >
                  <IconTrash size={17} aria-hidden />
                </ActionIcon>
              </Group>
            ))}
          </Stack>
        )}
      </Dialog>
      {dialog}
    </>
  );
}
