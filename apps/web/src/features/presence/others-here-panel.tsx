import { ACTIVITIES } from '@agora/contract/features/presence/presence.rules';
import { Avatar, Group, Text, Tooltip } from '@mantine/core';
import { Initials } from '../../components/initials.tsx';
import { type OwnPresence, useOthers } from './presence.queries.ts';
import { t } from './presence.texts.ts';

/** People drawn; the sentence counts the rest. */
const DRAWN = 3;

/** Who else has the row open, and what the busiest of them does. */
export function OthersHerePanel(attending: OwnPresence) {
  const others = useOthers(attending).toSorted(
    (one, other) => ACTIVITIES.indexOf(other.doing) - ACTIVITIES.indexOf(one.doing),
  );
  const [busiest] = others;
  const line = busiest && t[busiest.doing](busiest.name);
  return (
    <Group gap={6} role="status" wrap="nowrap" miw={0}>
      {line && (
        <>
          <Avatar.Group spacing={8} aria-hidden>
            {others.slice(0, DRAWN).map(({ id, name, doing }) => (
              <Tooltip key={id} label={t[doing](name)}>
                <span>
                  <Initials name={name} size={24} />
                </span>
              </Tooltip>
            ))}
          </Avatar.Group>
          <Text size="sm" c="dimmed" lineClamp={2}>
            {others.length > 1 ? t.more(line, others.length - 1) : line}
          </Text>
        </>
      )}
    </Group>
  );
}
