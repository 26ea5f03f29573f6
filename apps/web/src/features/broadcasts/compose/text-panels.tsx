import {
  PUSH_BODY_MAX,
  PUSH_BODY_SHOWN,
  PUSH_TITLE_MAX,
  PUSH_TITLE_SHOWN,
} from '@agora/contract/features/broadcasts/broadcasts.rules';
import { completeLocales } from '@agora/contract/features/broadcasts/broadcasts.text.rules';
import { countGraphemes } from '@agora/contract/shared/graphemes';
import { LOCALES } from '@agora/contract/shared/locales';
import { Button, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconCopy, IconUser } from '@tabler/icons-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { Chip } from '../../../components/chip.tsx';
import { CountedField } from '../../../components/counted-field.tsx';
import { Panel } from '../../../components/panel.tsx';
import { DEFAULT_LOCALE } from '../../../platform/default-locale.ts';
import { type Locale } from '../../../platform/i18n.ts';
import { t as broadcast } from '../broadcasts.texts.ts';
import { type BroadcastValues, translationsOf } from './broadcast-values.ts';
import { t } from './broadcasts.compose.texts.ts';
import { PHONE } from './broadcasts.phone.texts.ts';

export type BroadcastForm = UseFormReturnType<BroadcastValues>;

const PARTS = {
  title: { max: PUSH_TITLE_MAX, shown: PUSH_TITLE_SHOWN },
  body: { max: PUSH_BODY_MAX, shown: PUSH_BODY_SHOWN, rows: 4 },
} as const;

interface LanguageProps {
  form: BroadcastForm;
  locale: Locale;
}

function LanguagePanel({ form, locale }: LanguageProps) {
  const other: Locale = locale === 'fr' ? 'en' : 'fr';
  const complete = completeLocales(translationsOf(form.values));
  const isDone = complete.includes(locale);
  const copy = () =>
    form.setValues({
      [`${locale}_title`]: form.values[`${other}_title`],
      [`${locale}_body`]: form.values[`${other}_body`],
    });
  return (
    <Panel
      title={broadcast[locale]}
      aside={<Chip tone={isDone ? 'good' : 'warning'}>{isDone ? t.complete : t.incomplete}</Chip>}
    >
      <Stack miw={0}>
        <TextField form={form} locale={locale} part="title" label={t.pushTitle} />
        <TextField form={form} locale={locale} part="body" label={t.body} />
        {!isDone && complete.includes(other) && (
          <Button
            variant="subtle"
            size="compact-sm"
            style={{ alignSelf: 'flex-start' }}
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={copy}
          >
            {t.copyFrom(other)}
          </Button>
        )}
      </Stack>
    </Panel>
  );
}

interface TextFieldProps extends LanguageProps {
  part: keyof typeof PARTS;
  label: string;
}

/** A text field with its length and the number of characters that phones show. */
function TextField({ form, locale, part, label }: TextFieldProps) {
  const name = `${locale}_${part}` as const;
  const { shown, ...limits } = PARTS[part];
  const value = form.values[name];
  const field = useRef<HTMLTextAreaElement>(null);

  /** Inserts the first name at the cursor, and selects its fallback to be typed over. */
  function insertFirstName(): void {
    const { selectionStart: start = value.length, selectionEnd: end = start } = field.current ?? {};
    const [before, fallback, after] = PHONE[locale].firstName;
    flushSync(() =>
      form.setFieldValue(name, value.slice(0, start) + before + fallback + after + value.slice(end)),
    );
    field.current?.focus();
    field.current?.setSelectionRange(start + before.length, start + before.length + fallback.length);
  }

  return (
    <div>
      <CountedField
        ref={field}
        label={label}
        lang={locale}
        dir="auto"
        {...limits}
        {...form.getInputProps(name)}
        value={value}
      />
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconUser size={16} aria-hidden />}
        aria-label={t.insertFirstName(label, locale)}
        onClick={insertFirstName}
      >
        {t.firstName}
      </Button>
      {countGraphemes(value.trim()) > shown && (
        <Text c="dimmed" size="xs" mt={4}>
          {t.cutTitle(shown)}
        </Text>
      )}
    </div>
  );
}

/** Both languages, side by side if there is room, and the rule for a missing one. */
export const TextPanels = ({ form }: { form: BroadcastForm }) => (
  <>
    <SimpleGrid minColWidth="18rem" autoFlow="auto-fit" verticalSpacing={0} spacing="lg">
      {LOCALES.map((locale) => (
        <LanguagePanel key={locale} form={form} locale={locale} />
      ))}
    </SimpleGrid>
    {completeLocales(translationsOf(form.values)).length < LOCALES.length && (
      <Panel title={t.missingRule}>
        <Radio.Group aria-label={t.missingRule} {...form.getInputProps('missing_locale')}>
          <SimpleGrid minColWidth="11rem" autoFlow="auto-fit" spacing="sm">
            <Radio value="fallback" label={t.fallback(DEFAULT_LOCALE)} description={t.fallbackHint} />
            <Radio value="skip" label={t.skip} description={t.skipHint} />
          </SimpleGrid>
        </Radio.Group>
      </Panel>
    )}
  </>
);
