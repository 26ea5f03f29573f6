import { Button } from '@mantine/core';
import { downloadDataExport } from '../../data-exports/data-exports.queries.ts';
import { t } from './accounts.data-export.texts.ts';
import { LinkAction } from './link-action.tsx';

/** Target of the link in the mail to somebody who asked for a copy of their data. */
export function Page() {
  return (
    <LinkAction
      title={t.title}
      intro={t.intro}
      action={t.download}
      onConfirm={(token) => downloadDataExport(token, `${t.file}.zip`)}
      done={{ title: t.downloaded, text: t.downloadedText, next: <ToAccount /> }}
      alternative={<ToAccount />}
    />
  );
}

/** With a full page load, since the visitor may not be signed in. */
const ToAccount = () => (
  <Button component="a" href="/settings">
    {t.toAccount}
  </Button>
);
