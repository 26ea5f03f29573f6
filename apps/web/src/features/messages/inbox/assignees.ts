import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import { useCurrentUser, useTeam } from '../../accounts/accounts.users.queries.ts';
import { t } from '../messages.texts.ts';

/** Possible assignees of a conversation: the user, nobody or a colleague. */
export function useAssignees(): { value: string; label: string }[] {
  const me = useCurrentUser();
  const { data } = useTeam({ can: 'messages.write' });
  const colleagues = data?.body.data.filter(({ id }) => id !== me.id) ?? [];
  return [
    { value: me.id, label: t.me },
    { value: '', label: t.nobody },
    ...colleagues.map((person) => ({ value: person.id, label: nameOf(person) })),
  ];
}
