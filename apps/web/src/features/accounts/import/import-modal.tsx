import {
  USER_COLUMNS,
  USER_IMPORT_MAX,
  type UserColumn,
} from '@agora/contract/features/accounts/accounts.import.rules';
import type { UserImportReport } from '@agora/contract/features/accounts/accounts.import.schema';
import { Checkbox, Table } from '@mantine/core';
import {
  commonProblemText,
  ImportableRows,
  TableImport,
  type TableValues,
  wrongValue,
} from '../../../components/table-import/table-import.tsx';
import { toastSuccess } from '../../../platform/toast.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useImportUsers } from '../accounts.users.queries.ts';
import { t as users } from '../accounts.users.texts.ts';
import { t } from './accounts.import.texts.ts';

type Problem = UserImportReport['errors'][number];

const RULES = [
  'repeated_email',
  'missing',
  'email_taken',
  'string_too_long',
  'control_characters',
  'enum',
  'too_long',
] as const;

function problemText(problem: Problem): string {
  if (problem.first_line !== undefined) return t.repeatedEmail(problem.first_line);
  const known = RULES.find((rule) => rule === problem.type);
  if (known) return t[known];
  return commonProblemText(problem) ?? (problem.field === 'email' ? t.wrongEmail : wrongValue());
}

const columnNames = () =>
  Object.fromEntries(
    (Object.keys(USER_COLUMNS) as UserColumn[]).map((column) => [column, t[`column_${column}`]]),
  ) as Record<UserColumn, string>;

const examples = (): Partial<Record<UserColumn, string>>[] => [
  {
    email: 'camille.moreau@example.com',
    first_name: 'Camille',
    last_name: 'Moreau',
    locale: users.fr.toLowerCase(),
  },
  { email: 'sam@example.com', first_name: 'Sam', locale: users.en.toLowerCase() },
];

interface Values extends TableValues<UserColumn> {
  invite: boolean;
}

/**
 * Imports members from a table: a check first, then the import. Keeps no draft, as the browser should not store the
 * addresses of members.
 */
export function ImportModal({ onClose }: { onClose: () => void }) {
  const { mutateAsync: importTable } = useImportUsers();
  const form = useForm<Values>({ initialValues: { csv: '', columns: {}, invite: false } });
  return (
    <TableImport<UserColumn, Values, Problem, UserImportReport>
      title={t.title}
      text={t.text}
      formatText={t.formatText}
      columns={USER_COLUMNS}
      columnNames={columnNames()}
      template={{
        file: t.templateFile,
        columns: ['email', 'first_name', 'last_name', 'locale'],
        rows: examples(),
      }}
      maxSize={USER_IMPORT_MAX}
      form={form}
      options={() => (
        <Checkbox
          label={t.invite}
          description={t.inviteHint}
          {...form.getInputProps('invite', { type: 'checkbox' })}
        />
      )}
      problemText={problemText}
      importableIn={({ importable }) => importable}
      importText={t.importDo}
      rows={({ rows, importable }) =>
        importable > 0 && (
          <ImportableRows
            summary={t.fine(importable)}
            heads={[users.email, users.fullName, users.language]}
            more={importable - rows.length}
          >
            {rows.map(({ line, email, full_name, locale }) => (
              <Table.Tr key={line}>
                <Table.Td dir="auto">{email}</Table.Td>
                <Table.Td dir="auto">{full_name}</Table.Td>
                <Table.Td>{users[locale]}</Table.Td>
              </Table.Tr>
            ))}
          </ImportableRows>
        )
      }
      onRun={async ({ csv, columns, invite }, isCheck) =>
        (await importTable({ body: { csv, columns, invite, dry_run: isCheck, partial: true } })).body
      }
      onImported={({ created, rejected }) =>
        toastSuccess(t.imported(created, rejected.length, form.values.invite))
      }
      onClose={onClose}
    />
  );
}
