import { folded } from '@agora/contract/shared/folded';
import { Combobox, Text, TextInput, useCombobox } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { useTemplatesFor } from '../messages.queries.ts';
import { t } from './messages.reply-templates.texts.ts';

interface TemplatePickerProps {
  userId: string;
  onPick: (text: string) => void;
  onClose: () => void;
}

/** The templates as this member would be sent them: arrow keys choose, Enter inserts. */
export function TemplatePicker({ userId, onPick, onClose }: TemplatePickerProps) {
  const [search, setSearch] = useState('');
  const [enteredEarly, setEnteredEarly] = useState(false);
  const query = useTemplatesFor(userId);
  const templates = query.data?.body.data;
  const found = templates?.filter(({ title, body }) => folded(title + body).includes(folded(search.trim())));
  const combobox = useCombobox({ opened: true });
  const first = found?.[0]?.id;

  function pick(id: string): void {
    onPick(templates?.find((template) => template.id === id)?.body ?? '');
    onClose();
  }

  const offer = useEffectEvent((id: string) => (enteredEarly ? pick(id) : combobox.selectFirstOption()));
  useEffect(() => {
    if (first) offer(first);
  }, [first]);

  return (
    <Dialog
      title={t.pick}
      size="lg"
      onClose={onClose}
      onSubmit={() => (first ? pick(first) : setEnteredEarly(!templates))}
    >
      <Combobox store={combobox} onOptionSubmit={pick}>
        <Combobox.EventsTarget>
          <TextInput
            label={t.search}
            description={t.pickText}
            data-autofocus
            value={search}
            // Of templates that are known already; then the effect comes before their options.
            onFocus={() => combobox.selectFirstOption()}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            // The combobox keeps Escape from the dialog.
            onKeyDown={({ key }) => key === 'Escape' && onClose()}
          />
        </Combobox.EventsTarget>
        <Loaded query={query} height={160}>
          {({ body }) =>
            body.data.length === 0 ? (
              <p>
                <strong>{t.empty}</strong> {t.emptyText}
              </p>
            ) : (
              <Combobox.Options aria-label={t.pick}>
                {found?.map(({ id, title, body }) => (
                  <Combobox.Option key={id} value={id} mb="xs" bd="1px solid var(--line)">
                    <Text fw={600} dir="auto" style={{ overflowWrap: 'anywhere' }}>
                      {title}
                    </Text>
                    <Text size="xs" c="inherit" dir="auto" lineClamp={2}>
                      {body}
                    </Text>
                  </Combobox.Option>
                ))}
              </Combobox.Options>
            )
          }
        </Loaded>
      </Combobox>
      {found?.length === 0 && search && <p role="status">{t.noMatch}</p>}
    </Dialog>
  );
}
