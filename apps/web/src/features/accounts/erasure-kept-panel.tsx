import { List, Text } from '@mantine/core';
import { t } from './accounts.users.texts.ts';

/** What is left of an erased account, and why. */
export const ErasureKept = () => (
  <>
    <Text fw={600} mt="sm" mb={4}>
      {t.keptTitle}
    </Text>
    <List size="sm" spacing={4} listStyleType="disc">
      {[t.keptScores, t.keptLog, t.keptWork, t.keptBackups].map((text) => (
        <List.Item key={text}>{text}</List.Item>
      ))}
    </List>
  </>
);
