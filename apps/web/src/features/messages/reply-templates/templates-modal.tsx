import { contract } from 'virtual:contract';
import type { ReplyTemplate } from '@agora/contract/features/messages/messages.reply-templates.contract';
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { RowButton } from '../../../components/row-button.tsx';
import { useDeletion } from '../../../components/use-deletion.tsx';
import { firstIn } from '../../../platform/default-locale.ts';
import { useAllowed } from '../../accounts/accounts.users.queries.ts';
import { useDeleteReplyTemplate, useRefreshMessages, useReplyTemplates } from '../messages.queries.ts';
import { t } from './messages.reply-templates.texts.ts';
import { EditTemplateForm, NewTemplateForm } from './template-form.tsx';

/** The templates of the team: all of them, or the one that is being written. */
export function TemplatesModal({ onClose }: { onClose: () => void }) {
  const [edited, setEdited] = useState<ReplyTemplate | 'new'>();
  const refresh = useRefreshMessages();
  const { mutateAsync: deleteTemplate } = useDeleteReplyTemplate();
  const [dialog, remove] = useDeletion<ReplyTemplate>({
    question: ({ title }) => ({ title: t.removeTitle(title), text: t.removeText }),
    run: ({ id }) => deleteTemplate({ params: { id } }),
    done: () => t.removed,
  });
  const query = useReplyTemplates();
  const mayWrite = useAllowed(contract.replyTemplates.createReplyTemplate);

  const editing = { onSaved: refresh, onClose: () => setEdited(undefined) };
  if (edited === 'new') return <NewTemplateForm position={query.data?.body.data.length ?? 0} {...editing} />;
  if (edited) return <EditTemplateForm template={edited} {...editing} />;

  return (
    <>
      <Dialog
        title={t.title}
        close={t.close}
        size="lg"
        onClose={onClose}
        onSubmit={() => mayWrite && setEdited('new')}
        actions={
          mayWrite && (
            <Button type="submit" leftSection={<IconPlus size={17} aria-hidden />}>
              {t.add}
            </Button>
          )
        }
      >
        <Loaded query={query} height={160}>
          {({ body: { data: templates } }) =>
            templates.length === 0 ? (
              <p>
                <strong>{t.empty}</strong> {mayWrite && t.emptyText}
              </p>
            ) : (
              <Stack gap={0} component="ul" className="rows">
                {templates.map((template) => (
                  <Group component="li" key={template.id} gap={2} py="xs" wrap="nowrap">
                    <Box flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
                      <Text fw={600} dir="auto">
                        {template.title}
                      </Text>
                      <Text c="dimmed" size="sm" lineClamp={mayWrite ? 2 : undefined} dir="auto">
                        {firstIn((locale) => template.bodies[locale])}
                      </Text>
                    </Box>
                    {mayWrite && (
                      <>
                        <RowButton
                          icon={IconPencil}
                          label={t.edit(template.title)}
                          onClick={() => setEdited(template)}
                        />
                        <RowButton
                          icon={IconTrash}
                          label={t.remove(template.title)}
                          onClick={() => remove(template)}
                        />
                      </>
                    )}
                  </Group>
                ))}
              </Stack>
            )
          }
        </Loaded>
      </Dialog>
      {dialog}
    </>
  );
}
