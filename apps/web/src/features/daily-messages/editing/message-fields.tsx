import {
  DAILY_AUTHOR_MAX,
  DAILY_BODY_MAX,
  DAILY_TITLE_MAX,
} from '@agora/contract/features/daily-messages/daily-messages.rules';
import { isComplete } from '@agora/contract/features/daily-messages/daily-messages.text.rules';
import { LOCALES } from '@agora/contract/shared/locales';
import { Button, Group, Radio, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Chip } from '../../../components/chip.tsx';
import { CountedField } from '../../../components/counted-field.tsx';
import { FormBar } from '../../../components/form-bar.tsx';
import { Panel } from '../../../components/panel.tsx';
import { type Locale } from '../../../platform/i18n.ts';
import classes from '../daily-messages.module.css';

import { t as daily } from '../daily-messages.texts.ts';
import { t } from './daily-messages.editing.texts.ts';
import { type MessageValues, translationsOf } from './message-values.ts';

export type MessageForm = UseFormReturnType<MessageValues>;

/** Initial height of a body, in lines. */
const BODY_ROWS = 7;

/** A message in one language. */
function LanguagePanel({ form, locale }: { form: MessageForm; locale: Locale }) {
  const other: Locale = locale === 'fr' ? 'en' : 'fr';
  const texts = translationsOf(form.values);
  const isDone = isComplete(texts[locale]);
  const props = (part: 'title' | 'body' | 'author') => ({
    lang: locale,
    dir: 'auto',
    ...form.getInputProps(`${locale}_${part}`),
    value: form.values[`${locale}_${part}`],
  });
  const copy = () =>
    form.setValues({
      [`${locale}_title`]: form.values[`${other}_title`],
      [`${locale}_body`]: form.values[`${other}_body`],
      [`${locale}_author`]: form.values[`${other}_author`],
    });
  return (
    <Panel
      title={daily[locale]}
      aside={<Chip tone={isDone ? 'good' : 'warning'}>{isDone ? t.complete : t.incomplete}</Chip>}
    >
      <div className={classes.fields}>
        <CountedField label={t.messageTitle} max={DAILY_TITLE_MAX} {...props('title')} />
        <CountedField label={t.body} max={DAILY_BODY_MAX} rows={BODY_ROWS} {...props('body')} />
        <CountedField label={t.author} max={DAILY_AUTHOR_MAX} {...props('author')} />
        {!isDone && isComplete(texts[other]) && (
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
      </div>
    </Panel>
  );
}

/** Both languages, side by side if space allows. */
export const LanguagePanels = ({ form }: { form: MessageForm }) => (
  <SimpleGrid minColWidth="18rem" autoFlow="auto-fit" verticalSpacing={0} spacing="lg">
    {LOCALES.map((locale) => (
      <LanguagePanel key={locale} form={form} locale={locale} />
    ))}
  </SimpleGrid>
);

interface PublicationPanelProps {
  form: MessageForm;
  /** True if members have already read it. */
  isPast?: boolean;
  /** The field of the day, if it is chosen here. */
  day?: ReactNode;
}

/** Publication of a message: day, link and the rule for a missing language. */
export function PublicationPanel({ form, isPast = false, day }: PublicationPanelProps) {
  return (
    <Panel title={t.publication}>
      <div className={classes.publication}>
        <div className={classes.fields}>
          {day}
          <TextInput
            label={t.link}
            description={t.linkHint}
            type="url"
            inputMode="url"
            autoComplete="off"
            disabled={isPast}
            {...form.getInputProps('link')}
          />
        </div>
        <Radio.Group label={t.missingRule} {...form.getInputProps('missing_locale')}>
          <Radio mt="xs" value="fallback" label={t.fallback} description={t.fallbackHint} disabled={isPast} />
          <Radio mt="xs" value="hide" label={t.hide} description={t.hideHint} disabled={isPast} />
        </Radio.Group>
      </div>
    </Panel>
  );
}

interface StateBarProps {
  form: MessageForm;
  isPast?: boolean;
  /** Buttons that save. */
  children: ReactNode;
}

/** Status of a message beside the buttons that save it, always in view. */
export function StateBar({ form, isPast = false, children }: StateBarProps) {
  const { status, day } = form.values;
  const ready = day ? t.readyHint : t.readyReserveHint;
  return (
    <FormBar>
      <Group justify="space-between">
        <Radio.Group
          aria-label={daily.status}
          description={status === 'draft' ? t.draftHint : ready}
          inputWrapperOrder={['input', 'description']}
          {...form.getInputProps('status')}
        >
          <Group gap="lg" mb={4}>
            <Radio value="draft" label={daily.draft} disabled={isPast} />
            <Radio value="ready" label={daily.ready} disabled={isPast} />
          </Group>
        </Radio.Group>
        <Group gap="sm">{children}</Group>
      </Group>
    </FormBar>
  );
}
