import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import { Text } from '@mantine/core';
import { joinNames } from '../../../platform/i18n.ts';
import { useTeam } from '../../accounts/accounts.users.queries.ts';
import { t } from './broadcasts.actions.texts.ts';

/** Number of people named. */
const NAMED_MAX = 3;

/** Says to somebody who does not send pushes who does. */
export function SendersLine() {
  const { data } = useTeam({ can: 'broadcasts.send' });
  const names = data?.body.data.slice(0, NAMED_MAX).map((person) => nameOf(person)) ?? [];
  return (
    <Text c="dimmed" size="xs" flex="1 1 14rem">
      {names.length > 0 ? t.askSender(joinNames(names)) : t.notSender}
    </Text>
  );
}
