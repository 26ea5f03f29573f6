import { Button, Loader, Text } from '@mantine/core';
import { useState } from 'react';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { useMessageMail } from '../messages.queries.ts';
import { t } from './messages.thread.texts.ts';

/** Shows on request the mail of an entry with what the entry omits: quotes, signature, and the rest of a long text. */
export function WholeMail({ id }: { id: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        size="compact-xs"
        mt="xs"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? t.hideMail : t.showMail}
      </Button>
      {isShown && <MailText id={id} />}
    </>
  );
}

function MailText({ id }: { id: string }) {
  const { data, error, refetch } = useMessageMail(id);
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loader size="sm" display="block" mt="xs" />;
  return (
    <Text
      component="blockquote"
      dir="auto"
      aria-label={t.wholeMail}
      fz="sm"
      mt="xs"
      style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
    >
      {data.body.text}
    </Text>
  );
}
