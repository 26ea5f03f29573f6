import type { Role } from '@agora/contract/features/accounts/accounts.roles.schema';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCopy, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Chip } from '../../../components/chip.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RowButton } from '../../../components/row-button.tsx';
import { useDeletion } from '../../../components/use-deletion.tsx';
import { useCan } from '../accounts.users.queries.ts';
import { type EditedRole, RoleModal } from './role-modal.tsx';
import { roleNameOf, sentenceOf } from './role-names.ts';
import { useDeleteRole, useRoles } from './roles.queries.ts';
import { t } from './roles.texts.ts';

/** What the team may do, by role. */
export function Page() {
  const query = useRoles();
  const isManager = useCan('team.administer');
  const { mutateAsync: deleteRole } = useDeleteRole();
  const [dialog, remove] = useDeletion<Role>({
    question: ({ name }) => ({ title: t.deleteTitle(name), text: t.deleteText }),
    run: ({ id }) => deleteRole({ params: { id } }),
    done: () => t.deleted,
  });
  const [edited, setEdited] = useState<EditedRole>();

  return (
    <>
      <PageHeader
        title={t.title}
        text={t.text}
        actions={
          isManager && (
            <Button
              leftSection={<IconPlus size={17} aria-hidden />}
              onClick={() => setEdited({ name: '', permissions: [] })}
            >
              {t.add}
            </Button>
          )
        }
      />
      <Paper component="section" aria-label={t.title}>
        <Loaded query={query} height={240}>
          {({ body: { data: roles } }) => (
            <Stack gap={0} component="ul" className="rows">
              {roles.map((role) => (
                <RoleRow
                  key={role.id}
                  role={role}
                  isManager={isManager}
                  onEdit={() => setEdited(role)}
                  onCopy={() =>
                    setEdited({ name: t.copyName(roleNameOf(role)), permissions: role.permissions })
                  }
                  onDelete={() => remove(role)}
                />
              ))}
            </Stack>
          )}
        </Loaded>
      </Paper>
      {dialog}
      {edited && <RoleModal role={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

interface RoleRowProps {
  role: Role;
  isManager: boolean;
  onEdit: () => void;
  onCopy: () => void;
  onDelete: () => void;
}

function RoleRow({ role, isManager, onEdit, onCopy, onDelete }: RoleRowProps) {
  const name = roleNameOf(role);
  const isOwn = role.key === null;
  return (
    <Group component="li" gap="sm" py="sm" wrap="nowrap" align="flex-start">
      <Stack gap={2} flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Group gap="xs">
          <Text span fw={600} dir="auto">
            {name}
          </Text>
          {!isOwn && <Chip tone="neutral">{t.builtIn}</Chip>}
        </Group>
        <Text c="dimmed" size="sm">
          {sentenceOf(role.permissions) || t.nothing}
        </Text>
      </Stack>
      <Text component={Link} to={`/admin?role_id=${role.id}`} flex="none" py={2}>
        {t.people(role.members)}
      </Text>
      {isManager && (
        <Group gap={2} wrap="nowrap" flex="none">
          <RowButton icon={IconCopy} label={t.copyOf(name)} onClick={onCopy} />
          {isOwn && <RowButton icon={IconPencil} label={t.editOf(name)} onClick={onEdit} />}
          {isOwn && <RowButton icon={IconTrash} label={t.deleteOf(name)} onClick={onDelete} />}
        </Group>
      )}
    </Group>
  );
}
