import { Button, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { save } from '../../../platform/download.ts';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { t } from './accounts.second-factor.texts.ts';

/** Recovery codes, shown once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const text = `${codes.join('\n')}\n`;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    toastSuccess(t.copied);
  };
  return (
    <Stack>
      <div role="status">
        <Text fw={600}>{t.codesTitle}</Text>
        <p>{t.codesText}</p>
      </div>
      <SimpleGrid component="ul" className="rows" cols={{ base: 1, xs: 2 }} spacing="xs" maw="26rem">
        {codes.map((code) => (
          <li key={code}>
            <Code fz="sm">{code}</Code>
          </li>
        ))}
      </SimpleGrid>
      <Group gap="xs">
        <Button variant="default" onClick={() => void copy().catch(toastError)}>
          {t.copy}
        </Button>
        <Button
          variant="default"
          onClick={() => save(new Blob([text], { type: 'text/plain;charset=utf-8' }), t.fileName)}
        >
          {t.download}
        </Button>
        <Button onClick={onKept}>{t.kept}</Button>
      </Group>
    </Stack>
  );
}
