import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import { useAdmins, useCurrentUser } from '../../accounts/accounts.users.queries.ts';
import { t } from '../messages.texts.ts';

/** Possible assignees of a conversation: the user, nobody or a colleague. */
export function useAssignees(): { value: string; label: string }[] {
  const me = useCurrentUser();
  const colleagues = useAdmins().filter(({ id }) => id !== me.id);
  return [
    { value: me.id, label: t.me },
    { value: '', label: t.nobody },
    ...colleagues.map((admin) => ({ value: admin.id, label: nameOf(admin) })),
  ];
}
