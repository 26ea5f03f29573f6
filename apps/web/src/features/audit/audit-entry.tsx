import {
  type ChangeWords,
  type FieldChange,
  fieldChanges,
} from '@agora/contract/features/audit/audit.changes.rules';
import type { AuditLog } from '@agora/contract/features/audit/audit.contract';
import { ActionIcon, Box, Flex, Group, type MantineSpacing, Table, Text, ThemeIcon } from '@mantine/core';
import {
  IconArrowBackUp,
  IconChevronDown,
  IconChevronRight,
  IconEraser,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { use, useState } from 'react';
import { Link } from 'react-router';
import { Moment } from '../../components/moment.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { AuditedContext } from '../../platform/audited.ts';
import { formatDay, formatMoment } from '../../platform/dates.ts';
import { getLocale } from '../../platform/i18n.ts';
import classes from './audit.module.css';
import { t, verbOf } from './audit.texts.ts';
import { namedChangeOf, remainingChanges } from './named-changes.ts';

const ICONS = {
  created: IconPlus,
  updated: IconPencil,
  deleted: IconTrash,
  restored: IconArrowBackUp,
  erased: IconEraser,
} as const;

interface AuditEntriesProps {
  entries: readonly AuditLog[];
  label: string;
  /** Horizontal padding if the container has none. */
  px?: MantineSpacing;
}

/** Audit log entries as sentences, each with its exact changes. */
export const AuditEntries = ({ entries, label, px = 0 }: AuditEntriesProps) => (
  <ol className="rows" aria-label={label}>
    {entries.map((entry) => (
      <AuditEntry key={entry.id} entry={entry} px={px} />
    ))}
  </ol>
);

function AuditEntry({ entry, px }: { entry: AuditLog; px: MantineSpacing }) {
  const [isOpen, setOpen] = useState(false);
  const Icon = ICONS[entry.action];
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const { words, changes: named, parts } = use(AuditedContext)[entry.entity_type] ?? {};
  const name = namedChangeOf(entry, named);
  const sentence = name?.[getLocale()];
  const changeTexts = changeWords(words, entry.labels);
  const changes = fieldChanges(entry.changes, changeTexts);
  const otherChanges = name
    ? fieldChanges(remainingChanges(name, entry.changes, parts), changeTexts)
    : changes;
  const fields = otherChanges.map(({ field }) => field).join(', ');
  return (
    <Group component="li" wrap="nowrap" align="flex-start" gap="sm" px={px} py="sm">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t.details}
        title={t.details}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron size={16} aria-hidden />
      </ActionIcon>
      <ThemeIcon
        variant="light"
        radius="xl"
        color={entry.action === 'deleted' || entry.action === 'erased' ? 'red' : 'teal'}
      >
        <Icon size={16} aria-hidden />
      </ThemeIcon>
      <Box flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Flex direction={{ base: 'column', sm: 'row' }} justify="space-between" columnGap="sm">
          <Box flex={1} miw={0}>
            <Text mt={3}>
              <Actor entry={entry} />{' '}
              {sentence ?? `${verbOf(entry.action)} ${words?.the ?? entry.entity_type}`}
              {!name?.isOwn && (
                <>
                  {' '}
                  <Subject entry={entry} />
                </>
              )}
            </Text>
            {entry.action === 'updated' && fields && (
              <Text c="dimmed" size="xs" mt={2}>
                {name?.field ? t.alsoChanged(fields) : fields}
              </Text>
            )}
          </Box>
          <Text c="dimmed" size="xs" mt={3} span>
            <Moment at={entry.at} format="relative" />
          </Text>
        </Flex>
        {isOpen && (
          <>
            {changes.length > 0 && <Changes changes={changes} />}
            <Origin entry={entry} />
          </>
        )}
      </Box>
    </Group>
  );
}

const changeWords = (
  names: Readonly<Record<string, string>> = {},
  labels: AuditLog['labels'],
): ChangeWords => ({
  names,
  labels,
  nothing: t.nothing,
  yes: t.yes,
  no: t.no,
  day: (date) => formatDay(date, { dateStyle: 'long' }),
  moment: formatMoment,
});

function Actor({ entry: { actor_kind, actor_label, actor_name } }: { entry: AuditLog }) {
  if (actor_kind === 'cli' || actor_kind === 'system') return <strong>{t[actor_kind]}</strong>;
  return (
    <>
      <strong dir="auto">{actor_name ?? actor_label ?? t.erasedAccount}</strong>
      {actor_name && actor_label && <Address of={actor_label} />}
      {actor_kind === 'api_key' && ` ${t.byApiKey}`}
    </>
  );
}

function Subject({ entry }: { entry: AuditLog }) {
  const { entity_type, entity_id, entity_label, entity_name, action } = entry;
  const { page, labelOf } = use(AuditedContext)[entity_type] ?? {};
  if (entity_label === null) return <em>{t.erasedObject}</em>;
  const label = entity_name ?? labelOf?.(entity_label) ?? entity_label;
  return (
    <>
      {page && action !== 'deleted' && action !== 'erased' ? (
        <PageLink to={`${page}/${entity_id}`} dir="auto">
          {label}
        </PageLink>
      ) : (
        <span dir="auto">{label}</span>
      )}
      {entity_name && <Address of={entity_label} />}
    </>
  );
}

/** Distinguishes people with the same name. */
const Address = ({ of }: { of: string }) => (
  <Text c="dimmed" size="xs" span>
    {' '}
    <bdi>{`(${of})`}</bdi>
  </Text>
);

const Changes = ({ changes }: { changes: readonly FieldChange[] }) => (
  <Table className={classes.changes} layout="fixed" my="xs">
    <Table.Thead>
      <Table.Tr>
        <Table.Th scope="col">{t.field}</Table.Th>
        <Table.Th scope="col">{t.before}</Table.Th>
        <Table.Th scope="col">{t.after}</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {changes.map(({ field, before, after, isSecret }) => (
        <Table.Tr key={field}>
          <Table.Th scope="row">{field}</Table.Th>
          {isSecret ? (
            <Table.Td colSpan={2}>
              <em>{t.secret}</em>
            </Table.Td>
          ) : (
            <>
              <Table.Td dir="auto" data-label={t.before}>
                {before}
              </Table.Td>
              <Table.Td dir="auto" data-label={t.after}>
                {after}
              </Table.Td>
            </>
          )}
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);

const Origin = ({ entry: { at, ip, user_agent, request_id, actor_id } }: { entry: AuditLog }) => (
  <Group gap="0.25rem 1.25rem" mt="xs" c="dimmed" component="ul">
    <li>{formatMoment(at)}</li>
    {ip && (
      <li>
        {t.origin} {ip} {user_agent && <span title={user_agent}>· {user_agent}</span>}
      </li>
    )}
    {request_id && (
      <li>
        <Link to={`/audit-log?request_id=${encodeURIComponent(request_id)}`}>{t.sameRequest}</Link>
      </li>
    )}
    {actor_id && (
      <li>
        <Link to={`/audit-log?actor_id=${actor_id}`}>{t.ofActor}</Link>
      </li>
    )}
  </Group>
);
