import { Button } from '@mantine/core';
import { IconArchive, IconDeviceMobile, IconTableImport } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { NewButton } from '../../components/new-button.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ViewLinks } from '../../components/view-links.tsx';
import { oneOf } from '../../platform/list-state.ts';
import { useToday } from '../accounts/accounts.preferences.queries.ts';
import { CalendarView } from './calendar/calendar-view.tsx';
import { FillModal } from './calendar/fill-modal.tsx';
import { t } from './daily-messages.texts.ts';
import { ImportModal } from './import/import-modal.tsx';
import { HistoryView } from './list/history-view.tsx';
import { MessagesView } from './list/messages-view.tsx';
import { PreviewModal } from './message-preview-modal.tsx';

const VIEWS = ['calendar', 'list', 'reserve', 'history', 'trash'] as const;
const DIALOGS = { import: ImportModal, fill: FillModal };

/** Plan of the daily messages. */
export function Page() {
  const [params] = useSearchParams();
  const view = oneOf(params, 'view', VIEWS) ?? 'calendar';
  const [open, setOpen] = useState<keyof typeof DIALOGS>();
  const [previewed, setPreviewed] = useState<string>();
  const today = useToday();
  const Dialog = open && DIALOGS[open];
  return (
    <>
      <PageHeader
        title={t.title}
        text={t.text}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconDeviceMobile size={17} aria-hidden />}
              onClick={() => setPreviewed(today)}
            >
              {t.preview}
            </Button>
            <Button
              variant="default"
              leftSection={<IconArchive size={17} aria-hidden />}
              onClick={() => setOpen('fill')}
            >
              {t.fill}
            </Button>
            <Button
              variant="default"
              leftSection={<IconTableImport size={17} aria-hidden />}
              onClick={() => setOpen('import')}
            >
              {t.import}
            </Button>
            <NewButton to="/daily-message/new">{t.add}</NewButton>
          </>
        }
      />
      <ViewLinks views={VIEWS.map((name) => ({ name, label: t[name] }))} view={view} />
      {view === 'calendar' ? (
        <CalendarView onPreview={setPreviewed} />
      ) : view === 'history' ? (
        <HistoryView />
      ) : (
        <MessagesView key={view} view={view} />
      )}
      {Dialog && <Dialog onClose={() => setOpen(undefined)} />}
      {previewed && <PreviewModal from={previewed} onClose={() => setPreviewed(undefined)} />}
    </>
  );
}
