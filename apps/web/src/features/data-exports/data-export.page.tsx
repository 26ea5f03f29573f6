import { contract } from 'virtual:contract';
import { Button } from '@mantine/core';
import { fetchApi } from '../../platform/api.ts';
import { save } from '../../platform/download.ts';
import { LinkAction } from '../accounts/login/link-action.tsx';
import { t } from './data-exports.texts.ts';

/** Target of the link in the mail to somebody who asked for a copy of their data. */
export function Page() {
  async function downloadBy(token: string): Promise<void> {
    const { path, method } = contract.dataExports.downloadDataExport;
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ token });
    const response = await fetchApi({ path, method, headers, body, isStream: true, keepsSession: true });
    save(await response.blob(), `${t.file}.zip`);
  }
  return (
    <LinkAction
      title={t.title}
      intro={t.intro}
      action={t.download}
      onConfirm={downloadBy}
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
