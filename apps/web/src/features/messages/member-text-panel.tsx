import { contract } from 'virtual:contract';
import { MESSAGE_BODY_MAX } from '@agora/contract/features/messages/messages.rules';
import { Button } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { IconTemplate } from '@tabler/icons-react';
import { CountedField } from '../../components/counted-field.tsx';
import type { Locale } from '../../platform/i18n.ts';
import type { usePicking } from '../../platform/use-picking.ts';
import { useAllowed } from '../accounts/accounts.users.queries.ts';
import { t } from './messages.write.texts.ts';
import { TemplatePicker } from './reply-templates/template-picker-panel.tsx';

interface MemberTextProps {
  label: string;
  value: string;
  input: GetInputPropsReturnType;
  onChange: (value: string) => void;
  picking: Pick<ReturnType<typeof usePicking>, 'isPicking' | 'setPicking'>;
  userId: string;
  /** Language of the member. */
  locale: Locale;
  rows: number;
  isFirst?: boolean;
  isBusy: boolean;
}

/**
 * Field for a message to a member, in a dialog: "/" in the empty field, or the button, inserts a template, for those
 * who may read them.
 */
export function MemberText({
  label,
  value,
  input,
  onChange,
  picking: { isPicking, setPicking },
  userId,
  locale,
  rows,
  isFirst,
  isBusy,
}: MemberTextProps) {
  const mayInsert = useAllowed(contract.messages.readResolvedTemplates);
  return (
    <>
      <CountedField
        label={label}
        lang={locale}
        dir="auto"
        max={MESSAGE_BODY_MAX}
        rows={rows}
        {...(isFirst && { 'data-autofocus': true })}
        {...input}
        value={value}
        readOnly={isBusy}
        onKeyDown={(event) => {
          if (!mayInsert || event.key !== '/' || value !== '') return;
          event.preventDefault();
          setPicking(true);
        }}
      />
      {mayInsert && (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconTemplate size={17} aria-hidden />}
          onClick={(event) => {
            // The focus returns here, so that the inserted text can be read and sent.
            event.currentTarget.form?.querySelector('textarea')?.focus();
            setPicking(true);
          }}
        >
          {t.templates}
        </Button>
      )}
      {isPicking && (
        <TemplatePicker
          userId={userId}
          onPick={(text) => onChange([value, text].filter(Boolean).join('\n\n'))}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  );
}
