import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import { mediaPath, mediaWidths } from '@agora/contract/features/media/media.rules';
import type { NewsContent, NewsPublic } from '@agora/contract/features/news/news.schema';
import { Image, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { hasCode } from '../../../platform/api-error.ts';
import { formatMoment, formatRelative } from '../../../platform/dates.ts';
import { firstIn } from '../../../platform/default-locale.ts';
import { getLocale, type Locale } from '../../../platform/i18n.ts';
import { toastError } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useCategories, useRefreshNews } from '../news.queries.ts';
import { t as news } from '../news.texts.ts';
import { useNewsRights } from '../news-rights.ts';
import { isPinned, StatusChips, titleOf } from '../news-status.tsx';
import { ApprovalOfArticlePanel } from '../publishing/approval-of-article-panel.tsx';
import { ArticleActions } from '../publishing/article-actions.tsx';
import { PublishBar } from '../publishing/publish-bar.tsx';
import { isBlankBody, textIn } from './article-content.ts';
import { titlesOf, whenText } from './article-heading.ts';
import { Pin } from './article-settings-panel.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import classes from './news.editing.module.css';
import { t } from './news.editing.texts.ts';
import { t as panels } from './news.panels.texts.ts';
import { savedOf } from './use-article-editing.ts';

const BodyReader = lazyPart(() => import('./body-reader.tsx'));

interface ArticleReaderProps {
  article: NewsPublic;
  back: { to: string; label: string };
}

/** An article for those who do not write: its saved text, and its publication if they publish. */
export function ArticleReader({ article, back }: ArticleReaderProps) {
  const { content } = article;
  const { mayPublish } = useNewsRights();
  const refresh = useRefreshNews();
  const [shown, setShown] = useState<Locale>(
    () => firstIn((locale) => content.translations[locale] && locale) ?? getLocale(),
  );

  function handleError(error: unknown): void {
    if (hasCode(error, 'version_conflict') || hasCode(error, 'invalid_state')) void refresh();
    toastError(error);
  }

  const [isBusy, run] = useBusy(async (act?: (version: number) => Promise<void>) => {
    await act?.(article.version).catch(handleError);
  });

  return (
    <>
      <PageHeader
        back={back}
        title={titleOf({ titles: titlesOf(content) }) || news.noTitle}
        isTitleBelow
        badge={<StatusChips {...article} />}
        text={`${t.changed(formatRelative(article.updated_at), nameOf(article.updated_by))} ${whenText(article, mayPublish)}`}
        actions={
          <ArticleActions
            article={article}
            edit={savedOf(article, null)}
            isDirty={false}
            back={back}
            onReplace={async () => {}}
            onError={handleError}
          />
        }
      />
      <ApprovalOfArticlePanel article={article} />
      <div className={classes.desk}>
        <div className={classes.sheets}>
          <LanguageSwitch<Locale>
            content={content}
            value={shown}
            label={t.languageRead}
            onChange={setShown}
          />
          <Sheet key={shown} locale={shown} article={article} />
        </div>
        <aside className={classes.aside} aria-label={t.aside}>
          <Cover content={content} />
          <Settings article={article} />
        </aside>
      </div>
      {mayPublish && (
        <PublishBar article={article} content={content} isDirty={false} isBusy={isBusy} onRun={run} />
      )}
    </>
  );
}

function Sheet({ locale, article }: { locale: Locale; article: NewsPublic }) {
  const { title, excerpt, body } = textIn(article.content, locale);
  return (
    <Paper component="section" aria-label={news[locale]} mb="lg" className={classes.sheet ?? ''} data-shown>
      <Title order={2} fz="h1" lang={locale} dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {title || news.noTitle}
      </Title>
      {excerpt && (
        <Text mt="sm" c="dimmed" size="md" lang={locale} dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {excerpt}
        </Text>
      )}
      {isBlankBody(body) ? (
        <Text mt="lg" c="dimmed">
          {t.nothing}
        </Text>
      ) : (
        <Suspense fallback={<Skeleton height={340} radius="md" mt="lg" />}>
          <BodyReader key={article.version} locale={locale} value={body} />
        </Suspense>
      )}
    </Paper>
  );
}

/** Maximum width of the shown cover, in pixels. */
const SHOWN_WIDTH = 640;

function Cover({ content: { cover, translations } }: { content: NewsContent }) {
  if (!cover) return null;
  const { media_id, width, focal_x, focal_y } = cover;
  const shown = mediaWidths(width).findLast((each) => each <= SHOWN_WIDTH) ?? width;
  return (
    <Panel title={panels.cover}>
      <Image
        src={mediaPath(media_id, shown, 'webp')}
        alt={firstIn((locale) => translations[locale]?.cover_alt) ?? ''}
        radius="md"
        style={{ aspectRatio: '16 / 9', objectPosition: `${focal_x * 100}% ${focal_y * 100}%` }}
      />
    </Panel>
  );
}

function Settings({ article }: { article: NewsPublic }) {
  const { category_id, slug, content, pinned_until } = article;
  const { mayPublish } = useNewsRights();
  const category = useCategories().data?.body.data.find(({ id }) => id === category_id);
  const facts = [
    [news.category, category?.names[getLocale()] ?? news.noCategory],
    [panels.slug, slug],
    [panels.missingRule, content.missing_locale === 'hide' ? panels.hide : panels.fallback],
  ];
  if (!mayPublish)
    facts.push([
      panels.pin,
      pinned_until && isPinned(article) ? panels.pinnedUntil(formatMoment(pinned_until)) : panels.notPinned,
    ]);
  return (
    <Panel title={panels.settings}>
      <Stack gap="sm" component="dl" {...(mayPublish && { mb: 'lg' })}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd style={{ overflowWrap: 'anywhere' }}>{value}</dd>
          </div>
        ))}
      </Stack>
      {mayPublish && <Pin article={article} />}
    </Panel>
  );
}
