import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import { permissionNames } from '@agora/contract/features/accounts/accounts.roles.audit';
import { type Access, isAllowed, isTeam } from '@agora/contract/shared/permissions';
import { Button, Stack, Text } from '@mantine/core';
import { Link, Outlet } from 'react-router';
import { useCurrentUser, useTeam } from '../features/accounts/accounts.users.queries.ts';
import { roleNameOf } from '../features/accounts/roles/role-names.ts';
import { getLocale, joinNames, useLocale } from '../platform/i18n.ts';
import { t } from './shell.texts.ts';

/** Denies access on the client: a refused request would end the session. */
export function AllowedOnly({ access }: { access: Access }) {
  useLocale();
  const me = useCurrentUser();
  return isAllowed(me, access) ? <Outlet /> : <Refusal access={access} />;
}

/** Says what the page takes, and to somebody of the team who can give it to them. */
function Refusal({ access }: { access: Access }) {
  const me = useCurrentUser();
  const isColleague = isTeam(me);
  const { data } = useTeam({ can: 'team.administer' }, { isOn: isColleague });
  const names = data?.body.data.slice(0, ASKED_MAX).map((person) => nameOf(person)) ?? [];
  const missing = typeof access === 'object' ? [access.can].flat()[0] : undefined;
  const isByRole = isColleague && missing !== undefined;
  return (
    <Stack mih="60dvh" align="center" justify="center" gap="xs" ta="center">
      <h1>{isByRole ? t.notAllowedTitle : t.refusedTitle}</h1>
      <Text c="dimmed" maw="34rem">
        {isByRole
          ? t.notAllowedText(roleNameOf(me.role), permissionNames[getLocale()][missing])
          : t.refusedText}
        {isByRole && names.length > 0 && ` ${t.askThem(joinNames(names))}`}
      </Text>
      <Button to="/dashboard" mt="md" component={Link}>
        {t.toDashboard}
      </Button>
    </Stack>
  );
}

/** Number of people named who can help. */
const ASKED_MAX = 3;
