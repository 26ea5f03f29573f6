import { NEWS_EXCERPT_MAX, NEWS_TITLE_MAX } from '@agora/contract/features/news/news.rules';
import type { NewsContent, NewsText } from '@agora/contract/features/news/news.schema';
import { Box, Button, Checkbox, Skeleton, Stack } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { Suspense } from 'react';
import { CountedField } from '../../../components/counted-field.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { Panel } from '../../../components/panel.tsx';
import type { Locale } from '../../../platform/i18n.ts';
import { t as news } from '../news.texts.ts';
import { TextStateChip } from '../news-status.tsx';
import { SECTION_IDS } from '../publishing/section-ids.ts';
import { isBlankBody, type Problems, textIn } from './article-content.ts';
import { t } from './news.editing.texts.ts';

const BodyEditor = lazyPart(() => import('./body-editor.tsx'));

/** Initial height of the summary, in lines. */
const EXCERPT_ROWS = 3;

interface LanguagePanelProps {
  locale: Locale;
  /** On a narrow page, one language is shown at a time. */
  isShown: boolean;
  content: NewsContent;
  /** Changes when the text was replaced from outside; the editor is then recreated. */
  bodyRevision: number;
  problems: Problems;
  onChange: (patch: Partial<NewsText>) => void;
  onStartFromOther: () => void;
}

/** An article in one language. */
export function LanguagePanel({
  locale,
  isShown,
  content,
  bodyRevision,
  problems,
  onChange,
  onStartFromOther,
}: LanguagePanelProps) {
  const text = textIn(content, locale);
  const other = locale === 'fr' ? 'en' : 'fr';
  const isMissing = content.translations[locale] === null;
  const readyError = problems[`translations.${locale}.state`];
  const field = (part: 'title' | 'excerpt') => ({
    lang: locale,
    dir: 'auto',
    value: text[part],
    error: problems[`translations.${locale}.${part}`],
  });
  return (
    <Box id={SECTION_IDS[locale]} {...(!isShown && { visibleFrom: 'lg' })}>
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
              key={bodyRevision}
              label={t.body}
              locale={locale}
              value={text.body}
              error={problems[`translations.${locale}.body`]}
              onChange={(body) => onChange({ body })}
            />
          </Suspense>
          <Checkbox
            label={t.ready(locale)}
            description={readyError ? undefined : t.readyHint}
            error={readyError}
            checked={text.state === 'ready'}
            onChange={({ currentTarget }) => onChange({ state: currentTarget.checked ? 'ready' : 'draft' })}
          />
          {isMissing && !isBlankBody(textIn(content, other).body) && (
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
    </Box>
  );
}
