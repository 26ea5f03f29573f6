import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import { CloseButton, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { hasCode } from '../../../platform/api-error.ts';
import { useCan, useUser, useUsers } from '../../accounts/accounts.users.queries.ts';
import { RESULTS_MAX, SEARCH_DELAY_MS, SEARCH_LENGTH_MIN, SearchPicker } from '../compose/search-picker.tsx';
import { t } from './broadcasts.audience.texts.ts';

/** Maximum number of members shown by name; the others are counted. */
const NAMED_MAX = 20;

interface MemberPickerProps {
  label: string;
  ids: readonly string[];
  /** Validation error. */
  error?: ReactNode;
  onChange: (ids: string[]) => void;
  onBlur?: () => void;
}

/** Members chosen one by one. Those who may not see members read their number, and can only drop them. */
export function MemberPicker(props: MemberPickerProps) {
  const { label, ids, onChange } = props;
  const maySeeMembers = useCan('members.read');
  if (maySeeMembers) return <Picker {...props} />;
  if (ids.length === 0) return null;
  return (
    <Group gap="xs">
      <Text span>
        {label} · {t.members(ids.length)}
      </Text>
      <CloseButton
        size={28}
        iconSize={14}
        aria-label={t.remove(t.members(ids.length))}
        title={t.remove(t.members(ids.length))}
        onClick={() => onChange([])}
      />
    </Group>
  );
}

function Picker({ label, ids, error, onChange, onBlur }: MemberPickerProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const isSearching = search.length >= SEARCH_LENGTH_MIN;
  const { data, isPlaceholderData } = useUsers({ search, limit: RESULTS_MAX }, { isOn: isSearching });
  const found = data?.body.data
    .filter(({ id }) => !ids.includes(id))
    .map((user) => ({ id: user.id, label: nameOf(user), description: user.email }));
  return (
    <div>
      <SearchPicker
        label={label}
        hint={t.findMember}
        error={error}
        query={typed}
        onType={setTyped}
        onBlur={onBlur}
        results={isSearching && !isPlaceholderData ? found : undefined}
        onPick={({ id }) => {
          onChange([...ids, id]);
          setTyped('');
        }}
      />
      {ids.length > 0 && (
        <Group gap={6} mt="xs" component="ul" aria-label={label}>
          {ids.slice(0, NAMED_MAX).map((id) => (
            <Member key={id} id={id} onRemove={() => onChange(ids.filter((other) => other !== id))} />
          ))}
          {ids.length > NAMED_MAX && <li>{t.more(ids.length - NAMED_MAX)}</li>}
        </Group>
      )}
    </div>
  );
}

function Member({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { data, error } = useUser(id);
  const name = data ? nameOf(data.body) : hasCode(error, 'user_not_found') ? t.unknownMember : '…';
  return (
    <Group component="li" gap={4} ps="sm" bg="var(--surface-sunken)" bdrs="xl" wrap="nowrap" maw="100%">
      <Text span inherit truncate dir="auto">
        {name}
      </Text>
      <CloseButton
        size={28}
        iconSize={14}
        radius="xl"
        aria-label={t.remove(name)}
        title={t.remove(name)}
        onClick={onRemove}
      />
    </Group>
  );
}
