import { Menu, Text } from '@mantine/core';
import { useOrganizationZone } from '../../accounts/accounts.preferences.queries.ts';
import { laterText, laterTimes } from './later-times.ts';
import { t } from './messages.later.texts.ts';

interface LaterItemsProps {
  /** The time chosen last, which is offered again if it is still to come. */
  last?: Date | undefined;
  onChoose: (at: Date) => void;
  /** Called to ask for another time. */
  onOther: () => void;
}

/** Items of a menu: usual times, each with its exact date, and one for any other. */
export function LaterItems({ last, onChoose, onOther }: LaterItemsProps) {
  const zone = useOrganizationZone();
  return (
    <>
      {zone &&
        laterTimes(zone, last).map(({ name, at }) => (
          <Menu.Item
            key={name}
            rightSection={
              <Text span size="xs" c="dimmed" ps="md">
                {laterText(at, zone)}
              </Text>
            }
            onClick={() => onChoose(at)}
          >
            {t[name]}
          </Menu.Item>
        ))}
      <Menu.Item onClick={onOther}>{t.otherTime}</Menu.Item>
    </>
  );
}
