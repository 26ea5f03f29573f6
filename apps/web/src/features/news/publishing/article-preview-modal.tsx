import type { AppNews } from '@agora/contract/features/news/news.app.contract';
import type { NewsContent } from '@agora/contract/features/news/news.schema';
import { Group, Image, Skeleton, Text, Typography } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { ModeControl, PhoneFrame, Phones } from '../../../components/phone.tsx';
import { hasCode } from '../../../platform/api-error.ts';
import { getScheme } from '../../../platform/color-scheme.ts';
import { formatDay, today } from '../../../platform/dates.ts';
import { preferredLocales } from '../../../platform/default-locale.ts';
import { type Locale } from '../../../platform/i18n.ts';
import { CategoryName } from '../category-name.tsx';
import { requestContent } from '../editing/article-content.ts';
import classes from '../editing/news.editing.module.css';
import { previewArticle } from '../news.queries.ts';
import { Rendered } from './article-rendered.tsx';
import { PHONE, t } from './news.dialogs.texts.ts';

interface PreviewModalProps {
  content: NewsContent;
  categoryId: string | null;
  onClose: () => void;
}

/** Preview of the published article in the app, in both languages. */
export function PreviewModal({ content, categoryId, onClose }: PreviewModalProps) {
  const [mode, setMode] = useState(getScheme());
  return (
    <Dialog title={t.previewTitle} size="xl" onClose={onClose} onSubmit={onClose}>
      <p>{t.previewText}</p>
      <Phones controls={<ModeControl mode={mode} onChange={setMode} />}>
        {preferredLocales().map((locale) => (
          <Preview key={locale} content={content} categoryId={categoryId} locale={locale} mode={mode} />
        ))}
      </Phones>
    </Dialog>
  );
}

interface PreviewProps extends Pick<PreviewModalProps, 'content' | 'categoryId'> {
  locale: Locale;
  mode: 'light' | 'dark';
}

function Preview({ content, categoryId, locale, mode }: PreviewProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['news-preview', locale, categoryId, content],
    queryFn: () => previewArticle({ content: requestContent(content), category_id: categoryId, locale }),
    gcTime: 0,
  });
  if (error && !hasCode(error, 'no_news'))
    return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!data && !error) return <Skeleton height={432} radius={36} />;
  return (
    <PhoneFrame
      locale={locale}
      mode={mode}
      title={PHONE[locale].title}
      caption={data?.is_fallback && t.isFallback(data.locale)}
    >
      {data ? <Article article={data} locale={locale} /> : <p>{PHONE[locale].nothing}</p>}
    </PhoneFrame>
  );
}

/** The phone may be dark on a light page. */
const PHONE_COLORS = { '--mantine-color-anchor': 'var(--phone-accent)', '--accent': 'var(--phone-accent)' };

function Article({ article, locale }: { article: AppNews; locale: Locale }) {
  const { cover, category, title, excerpt, html } = article;
  const source = cover?.sources.find(({ width }) => width >= 640) ?? cover?.sources.at(-1);
  return (
    <Typography lang={article.locale} dir="auto" className={classes.article} style={PHONE_COLORS}>
      {cover && source && (
        <Image
          src={source.webp}
          alt={cover.alt}
          w="calc(100% + 2rem)"
          maw="none"
          m="-1rem -1rem 0.75rem"
          radius="1.125rem 1.125rem 0 0"
          style={{
            aspectRatio: '16 / 9',
            objectPosition: `${cover.focal_x * 100}% ${cover.focal_y * 100}%`,
          }}
        />
      )}
      <Group gap="xs" mb={6} fz="0.75rem" fw={600} c="var(--phone-accent)">
        {category && <CategoryName name={category.name} color={category.color} />}
        <span>{formatDay(today(), undefined, locale)}</span>
      </Group>
      <Text fz="lg" fw={650} lh={1.3} mb={6}>
        {title}
      </Text>
      {excerpt && (
        <Text fw={600} c="var(--phone-soft)">
          {excerpt}
        </Text>
      )}
      <Rendered html={html} />
    </Typography>
  );
}
