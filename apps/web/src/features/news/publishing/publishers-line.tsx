import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import { Text } from '@mantine/core';
import { joinNames } from '../../../platform/i18n.ts';
import { useTeam } from '../../accounts/accounts.users.queries.ts';
import { t } from './news.publish.texts.ts';

/** Number of people named. */
const NAMED_MAX = 3;

/** Says to somebody who does not publish who does. */
export function PublishersLine() {
  const { data } = useTeam({ can: 'news.publish' });
  const names = data?.body.data.slice(0, NAMED_MAX).map((person) => nameOf(person)) ?? [];
  return (
    <Text c="dimmed" size="xs" flex="1 1 14rem">
      {names.length > 0 ? t.askPublisher(joinNames(names)) : t.notPublisher}
    </Text>
  );
}
