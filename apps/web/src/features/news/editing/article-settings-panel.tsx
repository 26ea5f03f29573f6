import type { MissingLocale } from '@agora/contract/features/daily-messages/daily-messages.schema';
import { NEWS_SLUG, NEWS_SLUG_MAX } from '@agora/contract/features/news/news.rules';
import type { NewsPublic, NewsUpdate } from '@agora/contract/features/news/news.schema';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPin, IconPinnedOff } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { Select } from '../../../components/select.tsx';
import { formatMoment } from '../../../platform/dates.ts';
import { errorText } from '../../../platform/errors.ts';
import { getLocale } from '../../../platform/i18n.ts';
import { Localized } from '../../../platform/localized.tsx';
import { when } from '../../../platform/rules.tsx';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useSubmit } from '../../../platform/use-submit.tsx';
import { useCacheArticle, useCategories, usePinArticle, useUpdateArticle } from '../news.queries.ts';
import { t as news } from '../news.texts.ts';
import { mayChangeAtOnce, useNewsRights } from '../news-rights.ts';
import { isPinned } from '../news-status.tsx';
import { PinModal } from '../publishing/pin-modal.tsx';
import { t } from './news.panels.texts.ts';

interface SettingsPanelProps {
  article: NewsPublic;
  missing: MissingLocale;
  onMissing: (missing: MissingLocale) => void;
}

/** Settings of an article. Everything except the language rule is saved immediately. */
export function SettingsPanel({ article, missing, onMissing }: SettingsPanelProps) {
  const categories = useCategories().data?.body.data;
  const mayChange = mayChangeAtOnce(useNewsRights(), article);
  const update = useUpdate(article);
  const [isBusy, choose] = useBusy((category_id: string | null) => update({ category_id }).catch(toastError));
  return (
    <Panel title={t.settings}>
      <Stack gap="lg">
        {categories?.length !== 0 && (
          <Select
            label={news.category}
            value={article.category_id ?? ''}
            disabled={isBusy || !categories || !mayChange}
            onChange={(id) => void choose(id || null)}
            options={[
              { value: '', label: categories ? news.noCategory : '…' },
              ...(categories ?? []).map(({ id, names }) => ({ value: id, label: names[getLocale()] })),
            ]}
          />
        )}
        <Slug article={article} mayChange={mayChange} />
        {!mayChange && (
          <Text c="dimmed" size="xs">
            {t.shownAtOnce}
          </Text>
        )}
        <Pin article={article} />
        <div>
          <Select
            label={t.missingRule}
            value={missing}
            onChange={onMissing}
            options={[
              { value: 'fallback', label: t.fallback },
              { value: 'hide', label: t.hide },
            ]}
          />
          <Text c="dimmed" size="xs">
            {missing === 'hide' ? t.hideHint : t.fallbackHint}
          </Text>
        </div>
      </Stack>
    </Panel>
  );
}

function useUpdate({ id }: NewsPublic) {
  const adopt = useCacheArticle();
  const { mutateAsync: update } = useUpdateArticle();
  return async (body: NewsUpdate): Promise<void> => {
    adopt((await update({ params: { id }, body })).body);
    toastSuccess(t.applied);
  };
}

/**
 * The slug of an article, whose former slugs still lead to it. The field follows changes made elsewhere, such
 * as by the title of a new article, unless it has unsaved input.
 */
function Slug({ article, mayChange }: { article: NewsPublic; mayChange: boolean }) {
  const form = useForm({
    initialValues: { slug: article.slug },
    validate: { slug: (slug) => when(!NEWS_SLUG.test(slug), () => t.slugWrong) },
  });
  const followSlug = useEffectEvent((slug: string) => {
    if (!form.isDirty()) form.setValues({ slug });
    form.resetDirty({ slug });
  });
  useEffect(() => followSlug(article.slug), [article.slug]);
  const update = useUpdate(article);
  const { isBusy, submit } = useSubmit(form, update, (error) =>
    form.setFieldError('slug', <Localized text={() => errorText(error)} />),
  );
  return (
    <Stack gap="xs">
      <TextInput
        label={t.slug}
        description={article.first_published_at ? t.slugStays : t.slugFollows}
        maxLength={NEWS_SLUG_MAX}
        autoComplete="off"
        spellCheck={false}
        disabled={!mayChange}
        {...form.getInputProps('slug')}
        onKeyDown={({ key }) => key === 'Enter' && submit()}
      />
      {form.isDirty() && (
        <Button variant="default" loading={isBusy} onClick={submit}>
          {t.changeSlug}
        </Button>
      )}
    </Stack>
  );
}

/** The pin of an article, and how those who publish change it. */
export function Pin({ article }: { article: NewsPublic }) {
  const { mayPublish } = useNewsRights();
  const { id, pinned_until } = article;
  const isOn = isPinned(article);
  const { mutateAsync: pin } = usePinArticle();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, unpin] = useBusy(async () => {
    try {
      await pin({ params: { id }, body: { until: null } });
    } catch (error) {
      toastError(error);
    }
  });
  return (
    <Stack gap="xs" align="flex-start">
      <Text fw={600} span>
        {t.pin}
      </Text>
      <p>{isOn && pinned_until ? t.pinnedUntil(formatMoment(pinned_until)) : t.notPinned}</p>
      {mayPublish && (
        <Group component="span">
          <Button
            variant="default"
            disabled={article.status === 'archived'}
            leftSection={<IconPin size={17} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {isOn ? t.pinLonger : t.pinIt}
          </Button>
          {isOn && (
            <Button
              variant="subtle"
              color="gray"
              loading={isBusy}
              leftSection={<IconPinnedOff size={17} aria-hidden />}
              onClick={() => void unpin()}
            >
              {t.unpin}
            </Button>
          )}
        </Group>
      )}
      {isOpen && <PinModal article={article} onClose={() => setOpen(false)} />}
    </Stack>
  );
}
