import { can, PERMISSIONS, type Permission, withRequired } from '@agora/contract/shared/permissions';
import { Checkbox, Group, Stack, Text } from '@mantine/core';
import { useCurrentUser } from '../accounts.users.queries.ts';
import { t } from './roles.texts.ts';

/** The permissions by noun, in their order. */
const GROUPS = Object.entries(Object.groupBy(PERMISSIONS, (permission) => nounOf(permission)));

type Noun = Permission extends `${infer Name}.${string}` ? Name : never;

function nounOf(permission: Permission): Noun {
  return permission.split('.')[0] as Noun;
}

/** Acts whose name says too little, or too much, about their noun. */
const LABELS: Partial<Record<Permission, () => string>> = {
  'messages.write': () => t.answer,
  'ratings.write': () => t.answer,
  'members.write': () => t.edit_members,
  'items.write': () => t.edit_members,
  'team.administer': () => t.administerTeam,
};

const labelOf = (permission: Permission): string =>
  LABELS[permission]?.() ?? t[permission.split('.')[1] as 'read' | 'write' | 'publish' | 'send' | 'export'];

interface PermissionChoiceProps {
  value: readonly Permission[];
  /** Permissions that the role has already: they may stay, whoever edits it. */
  held: readonly Permission[];
  onChange: (value: Permission[]) => void;
}

/** Permissions by what they are about. Whoever ticks one that requires reading ticks both. */
export function PermissionChoice({ value, held, onChange }: PermissionChoiceProps) {
  const me = useCurrentUser();
  const isGrantable = (permission: Permission) => can(me, permission) || held.includes(permission);

  /** Without reading, none of the noun’s other permissions has a use. */
  function toggle(permission: Permission): void {
    const isOn = value.includes(permission);
    if (!isOn) return onChange(withRequired([...value, permission]));
    const removed = permission.endsWith('.read')
      ? (other: Permission) => nounOf(other) === nounOf(permission)
      : (other: Permission) => other === permission;
    return onChange(value.filter((other) => !removed(other)));
  }

  return (
    <Stack gap="sm" role="group" aria-label={t.permissions}>
      {GROUPS.map(([noun, permissions]) => (
        <Group key={noun} role="group" aria-label={t[noun as Noun]} gap="xs" align="flex-start" wrap="nowrap">
          <Text w="10rem" flex="none" fw={500}>
            {t[noun as Noun]}
          </Text>
          <Group gap="6px 1rem">
            {permissions?.map((permission) => (
              <Checkbox
                key={permission}
                label={labelOf(permission)}
                checked={value.includes(permission)}
                disabled={!isGrantable(permission)}
                onChange={() => toggle(permission)}
              />
            ))}
          </Group>
        </Group>
      ))}
    </Stack>
  );
}
