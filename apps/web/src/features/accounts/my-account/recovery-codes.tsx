import { Button, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { formatDate } from '../../../platform/dates.ts';
import { save } from '../../../platform/download.ts';
import { PRODUCT_NAME } from '../../../platform/product-name.ts';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useCurrentUser } from '../accounts.users.queries.ts';
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
      <SimpleGrid component="ul" className="rows" cols={{ base: 1, xs: 2 }} spacing="xs" maw="34rem">
        {codes.map((code) => (
          <li key={code}>
            <Code fz="sm" style={{ whiteSpace: 'nowrap' }}>
              {code}
            </Code>
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
        <Button variant="default" onClick={() => window.print()}>
          {t.print}
        </Button>
        <Button onClick={onKept}>{t.kept}</Button>
      </Group>
      {createPortal(<Sheet codes={codes} />, document.body)}
    </Stack>
  );
}

/** What is printed in place of the page. */
function Sheet({ codes }: { codes: readonly string[] }) {
  const { email } = useCurrentUser();
  const [today] = useState(() => new Date());
  return (
    <section className="printed" aria-hidden>
      <h1>{t.sheetTitle(PRODUCT_NAME)}</h1>
      <p>{t.sheetText(email, formatDate(today))}</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </section>
  );
}
