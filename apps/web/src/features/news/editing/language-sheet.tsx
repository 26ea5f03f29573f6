import { NEWS_EXCERPT_MAX, NEWS_TITLE_MAX } from '@agora/contract/features/news/news.rules';
import type { NewsContent, NewsText } from '@agora/contract/features/news/news.schema';
import { Button, Checkbox, Paper, Skeleton, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { Suspense, useRef } from 'react';
import { CountedField } from '../../../components/counted-field.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import type { Locale } from '../../../platform/i18n.ts';
import { t as news } from '../news.texts.ts';
import { SECTION_IDS } from '../publishing/section-ids.ts';
import { isBlankBody, type Problems, textIn } from './article-content.ts';
import classes from './news.editing.module.css';
import { t } from './news.editing.texts.ts';

const BodyEditor = lazyPart(() => import('./body-editor.tsx'));

interface LanguageSheetProps {
  locale: Locale;
  isShown: boolean;
  content: NewsContent;
  /** Changes when the text was replaced from outside; the editor is then recreated. */
  bodyRevision: number;
  problems: Problems;
  onChange: (patch: Partial<NewsText>) => void;
  onStartFromOther: () => void;
}

/** An article in one language, as a page that is written on. A hidden one keeps its undo history. */
export function LanguageSheet({
  locale,
  isShown,
  content,
  bodyRevision,
  problems,
  onChange,
  onStartFromOther,
}: LanguageSheetProps) {
  const excerpt = useRef<HTMLTextAreaElement>(null);
  const text = textIn(content, locale);
  const other = locale === 'fr' ? 'en' : 'fr';
  const isMissing = content.translations[locale] === null;
  const readyError = problems[`translations.${locale}.state`];
  const line = (part: 'title' | 'excerpt', max: number) => ({
    variant: 'unstyled',
    'aria-label': t[part],
    placeholder: t[part],
    lang: locale,
    dir: 'auto',
    rows: 1,
    resize: 'none' as const,
    max,
    value: text[part],
    error: problems[`translations.${locale}.${part}`],
  });
  return (
    <Paper
      component="section"
      id={SECTION_IDS[locale]}
      aria-label={news[locale]}
      mb="lg"
      className={classes.sheet ?? ''}
      data-shown={isShown || undefined}
    >
      <Text className={classes.language ?? ''} size="xs" fw={600} c="dimmed" mb="xs" aria-hidden>
        {news[locale]}
      </Text>
      {isMissing && !isBlankBody(textIn(content, other).body) && (
        <Button
          variant="default"
          mb="lg"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={onStartFromOther}
        >
          {t.startFrom(other)}
        </Button>
      )}
      <CountedField
        classNames={{ root: classes.line, input: classes.title }}
        {...line('title', NEWS_TITLE_MAX)}
        // A long title wraps, but is one line.
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          excerpt.current?.focus();
        }}
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value.replaceAll('\n', ' ') })}
      />
      <CountedField
        ref={excerpt}
        classNames={{ root: classes.line, input: classes.excerpt }}
        {...line('excerpt', NEWS_EXCERPT_MAX)}
        onChange={({ currentTarget }) => onChange({ excerpt: currentTarget.value })}
      />
      <Suspense fallback={<Skeleton height={340} radius="md" />}>
        <BodyEditor
          key={bodyRevision}
          label={t.body}
          locale={locale}
          value={text.body}
          error={problems[`translations.${locale}.body`]}
          onChange={(body) => onChange({ body })}
        />
      </Suspense>
      <Checkbox
        mt="lg"
        label={t.ready(locale)}
        description={readyError ? undefined : t.readyHint}
        error={readyError}
        checked={text.state === 'ready'}
        onChange={({ currentTarget }) => onChange({ state: currentTarget.checked ? 'ready' : 'draft' })}
      />
    </Paper>
  );
}
