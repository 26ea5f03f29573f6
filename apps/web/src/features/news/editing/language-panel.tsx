import type { NewsContent, NewsText } from '@agora/contract/features/news/news.contract';
import { NEWS_EXCERPT_MAX, NEWS_TITLE_MAX } from '@agora/contract/features/news/news.rules';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { lazy, Suspense, useId } from 'react';
import { Check } from '../../../components/check.tsx';
import { CountedField } from '../../../components/counted-field.tsx';
import { Panel } from '../../../components/panel.tsx';
import type { Locale } from '../../../platform/i18n.ts';
import { t as news } from '../news.texts.ts';
import { TextStateChip } from '../news-status.tsx';
import { isBodyEmpty, type Problems, textIn } from './article-content.ts';
import classes from './news.editing.module.css';
import { t } from './news.editing.texts.ts';

const BodyEditor = lazy(() => import('./body-editor.tsx'));

/** Lines that a summary has room for at first. */
const EXCERPT_ROWS = 3;

interface LanguagePanelProps {
  locale: Locale;
  content: NewsContent;
  /** Another one: the text was filled from elsewhere. */
  filling: number;
  problems: Problems;
  onChange: (patch: Partial<NewsText>) => void;
  onStartFromOther: () => void;
}

/** An article in one language. */
export function LanguagePanel({
  locale,
  content,
  filling,
  problems,
  onChange,
  onStartFromOther,
}: LanguagePanelProps) {
  const text = textIn(content, locale);
  const other = locale === 'fr' ? 'en' : 'fr';
  const isMissing = content.translations[locale] === null;
  const field = (part: 'title' | 'excerpt') => ({
    lang: locale,
    dir: 'auto',
    value: text[part],
    error: problems[`translations.${locale}.${part}`],
  });
  return (
    <div className={classes.language} data-locale={locale}>
      <Panel
        title={news[locale]}
        aside={<TextStateChip state={content.translations[locale]?.state ?? null} />}
      >
        <Stack>
          <CountedField
            label={t.title}
            max={NEWS_TITLE_MAX}
            {...field('title')}
            onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
          />
          <CountedField
            label={t.excerpt}
            max={NEWS_EXCERPT_MAX}
            rows={EXCERPT_ROWS}
            {...field('excerpt')}
            onChange={({ currentTarget }) => onChange({ excerpt: currentTarget.value })}
          />
          <Suspense fallback={<Skeleton height={340} radius="md" />}>
            <BodyEditor
              key={filling}
              label={t.body}
              locale={locale}
              value={text.body}
              error={problems[`translations.${locale}.body`]}
              onChange={(body) => onChange({ body })}
            />
          </Suspense>
          <ReadyCheck
            locale={locale}
            isReady={text.state === 'ready'}
            error={problems[`translations.${locale}.state`]}
            onChange={(isReady) => onChange({ state: isReady ? 'ready' : 'draft' })}
          />
          {isMissing && !isBodyEmpty(textIn(content, other)) && (
            <Button
              variant="subtle"
              size="compact-sm"
              style={{ alignSelf: 'flex-start' }}
              leftSection={<IconCopy size={16} aria-hidden />}
              onClick={onStartFromOther}
            >
              {t.startFrom(other)}
            </Button>
          )}
        </Stack>
      </Panel>
    </div>
  );
}

interface ReadyCheckProps {
  locale: Locale;
  isReady: boolean;
  error: string | undefined;
  onChange: (isReady: boolean) => void;
}

/** Whether a language may go live. */
function ReadyCheck({ locale, isReady, error, onChange }: ReadyCheckProps) {
  const id = useId();
  return (
    <div className={classes.ready}>
      <Check
        id={id}
        checked={isReady}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <div>
        <label htmlFor={id}>{t.ready(locale)}</label>
        <Text id={`${id}-hint`} c="dimmed" size="xs" data-wrong={error ? true : undefined}>
          {error ?? t.readyHint}
        </Text>
      </div>
    </div>
  );
}
