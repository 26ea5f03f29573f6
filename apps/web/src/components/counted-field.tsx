import { countGraphemes } from '@agora/contract/shared/graphemes';
import { Text, Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core';
import { type ChangeEvent, type FocusEvent, type Ref, useState } from 'react';
import { afterPress } from '../platform/after-press.ts';
import { formatNumber } from '../platform/i18n.ts';
import { typesetInput } from '../platform/typeset-input.ts';
import { t } from './components.texts.ts';

interface CountedFieldProps extends Omit<TextareaProps, 'value'> {
  value: string;
  ref?: Ref<HTMLTextAreaElement>;
  /** Maximum length in graphemes. */
  max: number;
  /** Rows of a multi-line field; without it, a single line. */
  rows?: number;
}

/**
 * A text field with a character count, which applies French typography while typing. After the first blur,
 * exceeding the limit is an error.
 */
export function CountedField({ value, max, rows, error, onBlur, onChange, ...field }: CountedFieldProps) {
  const count = countGraphemes(value.trim());
  const [isTouched, setTouched] = useState(false);
  const common = {
    ...field,
    value,
    error: error ?? (isTouched && count > max ? t.tooLong(max) : undefined),
    inputWrapperOrder: ['label', 'input', 'error', 'description'] as const,
    descriptionProps: { ta: 'end', mt: 4 } as const,
    description: (
      <Text span inherit className="number" {...(count > max && { c: 'var(--danger-ink)', fw: 600 })}>
        <span aria-hidden>{`${formatNumber(count)}/${formatNumber(max)}`}</span>
        <span className="visually-hidden">{t.counted(count, max)}</span>
      </Text>
    ),
    onChange: (event: ChangeEvent<HTMLTextAreaElement>) => {
      if (field.lang === 'fr') typesetInput(event.currentTarget, event.nativeEvent);
      onChange?.(event);
    },
    onBlur: (event: FocusEvent<HTMLTextAreaElement>) =>
      afterPress(() => {
        setTouched(true);
        onBlur?.(event);
      }),
  };
  return rows ? (
    <Textarea {...common} rows={rows} inputWrapperOrder={[...common.inputWrapperOrder]} />
  ) : (
    <TextInput {...(common as unknown as TextInputProps)} />
  );
}
