import type { KeptData } from '@agora/contract/features/data-exports/data-exports.rules';
import { Box, Button, Paper, Table } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Loaded } from '../../components/loaded.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { csvFile } from '../../platform/csv.ts';
import { save } from '../../platform/download.ts';
import { useCurrentUser } from '../accounts/accounts.users.queries.ts';
import { ErasureKept } from '../accounts/erasure-kept-panel.tsx';
import { useKeptData } from './data-exports.queries.ts';
import classes from './data-protection.module.css';
import { t } from './data-protection.texts.ts';
import { keptText } from './kept-text.ts';
import { RetentionPanel } from './retention-panel.tsx';

type Who = 'everybody' | 'members' | 'team';
type Seer = 'owner' | 'teamByRole' | 'hosting';

/** Whom each kind of data is about, and who sees it. */
const ABOUT: Record<KeptData, [who: Who, seenBy: Seer]> = {
  accounts: ['everybody', 'teamByRole'],
  inactive_members: ['members', 'teamByRole'],
  trash: ['everybody', 'teamByRole'],
  second_factors: ['team', 'owner'],
  sessions: ['everybody', 'owner'],
  known_networks: ['everybody', 'hosting'],
  known_devices: ['team', 'hosting'],
  preferences: ['everybody', 'owner'],
  devices: ['members', 'teamByRole'],
  conversations: ['members', 'teamByRole'],
  ratings: ['members', 'teamByRole'],
  rating_comments: ['members', 'teamByRole'],
  notifications: ['members', 'teamByRole'],
  reading: ['members', 'teamByRole'],
  activity: ['members', 'teamByRole'],
  items: ['members', 'teamByRole'],
  notes: ['members', 'teamByRole'],
  approvals: ['team', 'teamByRole'],
  alerts: ['team', 'owner'],
  api_keys: ['team', 'teamByRole'],
  copies: ['everybody', 'owner'],
  failed_mails: ['everybody', 'hosting'],
  audit_log: ['everybody', 'teamByRole'],
  audit_origin: ['everybody', 'teamByRole'],
};

const rowOf = ({ code, days }: { code: KeptData; days: number | null }): string[] => {
  const [who, seenBy] = ABOUT[code];
  return [t[code], t[`${code}_purpose`], t[who], t[seenBy], keptText(code, days)];
};

/** Which personal data is kept, for what and how long: a start for the record of processing (GDPR, article 30). */
export function Page() {
  const query = useKeptData();
  const me = useCurrentUser();
  const kept = query.data?.body.data ?? [];
  const head = [t.data, t.purpose, t.who, t.seenBy, t.kept];
  return (
    <>
      <PageHeader
        title={t.title}
        text={t.text}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={17} aria-hidden />}
            disabled={kept.length === 0}
            onClick={() => save(csvFile([head, ...kept.map(rowOf)]), `${t.file}.csv`)}
          >
            {t.export}
          </Button>
        }
      />
      <Paper component="section" aria-label={t.title} mb="lg">
        <Loaded query={query} height={400}>
          {({ body: { data } }) => (
            <div className={classes.frame}>
              <Table verticalSpacing="xs" className={classes.table}>
                <Table.Thead>
                  <Table.Tr>
                    {head.map((name) => (
                      <Table.Th key={name}>{name}</Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {data.map((row) => (
                    <Table.Tr key={row.code}>
                      {rowOf(row).map((text, index) => (
                        <Table.Td key={head[index]} data-label={head[index]}>
                          {text}
                        </Table.Td>
                      ))}
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </div>
          )}
        </Loaded>
      </Paper>
      {me.is_superuser && <RetentionPanel />}
      <Panel title={t.rights}>
        <Box maw="46rem">
          {t.rightsText}
          <ErasureKept />
        </Box>
      </Panel>
    </>
  );
}
