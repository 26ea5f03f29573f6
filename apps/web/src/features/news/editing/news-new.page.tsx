import { NEWS_TITLE_MAX } from '@agora/contract/features/news/news.rules';
import { LOCALES } from '@agora/contract/shared/locales';
import { Box, Button, Stack } from '@mantine/core';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { CountedField } from '../../../components/counted-field.tsx';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Select } from '../../../components/select.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { DEFAULT_LOCALE } from '../../../platform/default-locale.ts';
import { getLocale } from '../../../platform/i18n.ts';
import { when } from '../../../platform/rules.tsx';
import { toastSuccess } from '../../../platform/toast.ts';
import { useDraft } from '../../../platform/use-draft.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useSubmit } from '../../../platform/use-submit.tsx';
import { useCurrentUser } from '../../accounts/accounts.users.queries.ts';
import { useCategories, useCreateArticle } from '../news.queries.ts';
import { t as news } from '../news.texts.ts';
import { t } from './news.editing.texts.ts';

/** Creates an article with its titles and category. The rest is edited on its own page. */
export function Page() {
  const me = useCurrentUser();
  const navigate = useNavigate();
  const { mutateAsync: create } = useCreateArticle();
  const categories = useCategories().data?.body.data;
  const form = useForm({
    initialValues: { fr: '', en: '', category_id: '' },
    validate: {
      [DEFAULT_LOCALE]: (value: string) => when(value.trim() === '', () => t.titleRequired(DEFAULT_LOCALE)),
    },
  });
  const draft = useDraft(`${me.id}:news/new`, form);
  const { isBusy, onSubmit } = useSubmit(form, async ({ fr, en, category_id }) => {
    const text = (title: string) => (title.trim() ? { title } : null);
    const { body: article } = await create({
      body: {
        content: { translations: { fr: text(fr), en: text(en) } },
        category_id: category_id || null,
      },
    });
    draft.forget();
    // Synchronously, so that the guard does not ask about unsaved changes.
    flushSync(() => form.resetDirty());
    toastSuccess(t.created);
    await navigate(`/news/${article.id}`, { replace: true });
  });

  return (
    <>
      <PageHeader title={news.add} text={t.newText} back={{ to: '/news', label: t.back }} />
      <Box component="form" maw="40rem" onSubmit={onSubmit} noValidate>
        <Panel title={t.titles}>
          <Stack>
            <DraftNotice draft={draft} />
            {[DEFAULT_LOCALE, ...LOCALES.filter((locale) => locale !== DEFAULT_LOCALE)].map((locale) => (
              <CountedField
                key={locale}
                label={news[locale]}
                lang={locale}
                dir="auto"
                autoFocus={locale === DEFAULT_LOCALE}
                max={NEWS_TITLE_MAX}
                readOnly={isBusy}
                {...form.getInputProps(locale)}
                value={form.values[locale]}
              />
            ))}
            {categories?.length !== 0 && (
              <Select
                label={news.category}
                {...form.getInputProps('category_id')}
                value={form.values.category_id}
                options={[
                  { value: '', label: news.noCategory },
                  ...(categories ?? []).map(({ id, names }) => ({ value: id, label: names[getLocale()] })),
                ]}
              />
            )}
            <Button type="submit" loading={isBusy} style={{ alignSelf: 'flex-start' }}>
              {t.startWriting}
            </Button>
          </Stack>
        </Panel>
      </Box>
      <UnsavedGuard isDirty={form.isDirty()} onLeave={draft.forget} />
    </>
  );
}
