import { contract } from 'virtual:contract';
import { Button } from '@mantine/core';
import { IconArchive, IconDeviceMobile, IconTableImport } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { NewButton } from '../../components/new-button.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { oneOf, readList } from '../../platform/list-state.ts';
import { useColumnChoice, useToday } from '../accounts/accounts.preferences.queries.ts';
import { useAllowed } from '../accounts/accounts.users.queries.ts';
import { type CountProps, ViewsPanel } from '../saved-views/views-panel.tsx';
import { CalendarView } from './calendar/calendar-view.tsx';
import { FillModal } from './calendar/fill-modal.tsx';
import { useDailyMessages } from './daily-messages.queries.ts';
import { t } from './daily-messages.texts.ts';
import { ImportModal } from './import/import-modal.tsx';
import { HistoryView } from './list/history-view.tsx';
import {
  type MessagesViewName,
  messageList,
  messageQuery,
  parseMessageFilters,
  TABLES,
} from './list/message-list.ts';
import { MessagesView } from './list/messages-view.tsx';
import { PreviewModal } from './message-preview-modal.tsx';

const VIEWS = ['calendar', 'list', 'reserve', 'history', 'trash'] as const;
const DIALOGS = { import: ImportModal, fill: FillModal };

const queryOf = (view: (typeof VIEWS)[number]) => (view === 'calendar' ? '' : `view=${view}`);

const LISTS = Object.keys(TABLES) as MessagesViewName[];

/** The list of messages at an address; neither the calendar nor the history is one. */
const tableOf = (params: URLSearchParams) => oneOf(params, 'view', LISTS);

/** What saved views keep of an address. */
const MESSAGES = {
  parse: (params: URLSearchParams) => (tableOf(params) ? parseMessageFilters(params) : {}),
  sorts: messageList('list').sorts,
};

function MessageCount({ params, children }: CountProps) {
  const view = tableOf(params) ?? 'list';
  const { filter, sort, skip } = messageQuery(view, readList(params, messageList(view)));
  return children(useDailyMessages({ ...filter, sort, skip, limit: 0 }).data?.body.count);
}

/** Plan of the daily messages. */
export function Page() {
  const [params] = useSearchParams();
  const view = oneOf(params, 'view', VIEWS) ?? 'calendar';
  const [open, setOpen] = useState<keyof typeof DIALOGS>();
  const [previewed, setPreviewed] = useState<string>();
  const { chosen } = useColumnChoice(TABLES[tableOf(params) ?? 'list']);
  const today = useToday();
  const mayFill = useAllowed(contract.dailyMessages.fillFromReserve);
  const mayImport = useAllowed(contract.dailyMessages.importDailyMessages);
  const mayAdd = useAllowed(contract.dailyMessages.createDailyMessage);
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
            {mayFill && (
              <Button
                variant="default"
                leftSection={<IconArchive size={17} aria-hidden />}
                onClick={() => setOpen('fill')}
              >
                {t.fill}
              </Button>
            )}
            {mayImport && (
              <Button
                variant="default"
                leftSection={<IconTableImport size={17} aria-hidden />}
                onClick={() => setOpen('import')}
              >
                {t.import}
              </Button>
            )}
            {mayAdd && <NewButton to="/daily-message/new">{t.add}</NewButton>}
          </>
        }
      />
      <ViewsPanel
        list="daily_messages"
        spec={MESSAGES}
        Count={MessageCount}
        columns={tableOf(params) ? chosen : null}
        tabs={VIEWS.map((name) => ({ label: t[name], query: queryOf(name) }))}
        tab={queryOf(view)}
      />
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
