import { ACTIVITIES } from '@agora/contract/features/presence/presence.rules';
import { Avatar, Group, Text, Tooltip } from '@mantine/core';
import { Initials } from '../../components/initials.tsx';
import { type OwnPresence, useOthers } from './presence.queries.ts';
import { t } from './presence.texts.ts';

/** Avatars shown; the text counts the other people. */
const MAX_AVATARS = 3;

/** Shows who else has the row open, and what the most active of them does. */
export function OthersHerePanel(activity: OwnPresence) {
  const others = useOthers(activity).toSorted((a, b) => ACTIVITIES.indexOf(b.doing) - ACTIVITIES.indexOf(a.doing));
  const [mostActive] = others;
  const text = mostActive && t[mostActive.doing](mostActive.name);
  return (
    <Group gap={6} role="status" wrap="nowrap" miw={0}>
      {text && (
        <>
          <Avatar.Group spacing={8} aria-hidden>
            {others.slice(0, MAX_AVATARS).map(({ id, name, doing }) => (
              <Tooltip key={id} label={t[doing](name)}>
                <span>
                  <Initials name={name} size={24} />
                </span>
              </Tooltip>
            ))}
          </Avatar.Group>
          <Text size="sm" c="dimmed" lineClamp={2}>
            {others.length > 1 ? t.more(text, others.length - 1) : text}
          </Text>
        </>
      )}
    </Group>
  );
}
