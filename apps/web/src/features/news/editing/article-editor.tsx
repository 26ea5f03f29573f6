import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import { NEWS_FIELDS, type NewsField } from '@agora/contract/features/news/news.fields.rules';
import type { NewsContent, NewsPublic } from '@agora/contract/features/news/news.schema';
import { LOCALES } from '@agora/contract/shared/locales';
import { Alert } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { ApiError, hasCode } from '../../../platform/api-error.ts';
import { formatRelative } from '../../../platform/dates.ts';
import { DEFAULT_LOCALE, firstIn } from '../../../platform/default-locale.ts';
import { deleteDraft } from '../../../platform/drafts.ts';
import { pathErrors } from '../../../platform/errors.ts';
import { getLocale, type Locale } from '../../../platform/i18n.ts';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useSaveKey } from '../../../platform/use-save-key.ts';
import { OthersHerePanel } from '../../presence/others-here-panel.tsx';
import { useIsUploading, useRefreshNews } from '../news.queries.ts';
import { t as news } from '../news.texts.ts';
import { useNewsRights } from '../news-rights.ts';
import { StatusChips, titleOf } from '../news-status.tsx';
import { ApprovalOfArticlePanel } from '../publishing/approval-of-article-panel.tsx';
import { ArticleActions } from '../publishing/article-actions.tsx';
import { PublishBar } from '../publishing/publish-bar.tsx';
import { SECTION_IDS } from '../publishing/section-ids.ts';
import { ConflictModal } from './article-conflict-modal.tsx';
import { changedFields, isSameContent, type Problems, withText } from './article-content.ts';
import { titlesOf, whenText } from './article-heading.ts';
import { SettingsPanel } from './article-settings-panel.tsx';
import { CoverPanel } from './cover-panel.tsx';
import { LanguageSheet } from './language-sheet.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import classes from './news.editing.module.css';
import { t } from './news.editing.texts.ts';
import {
  type ArticleEdit,
  type EditConflict,
  type InitialState,
  useArticleEditing,
} from './use-article-editing.ts';

/** Error and content of a rejected save: parts changed since are no longer marked. */
interface FailedSave {
  error: unknown;
  content: NewsContent;
}

/** Languages on the page: one, or both side by side, which takes a wide window. */
type View = Locale | 'both';
const WIDE = '(min-width: 75em)';

interface ArticleEditorProps {
  article: NewsPublic;
  draftKey: string;
  initial: InitialState;
  back: { to: string; label: string };
}

/** Edits and publishes an article in both languages. Never overwrites changes of others without asking. */
export function ArticleEditor({ article, draftKey, initial, back }: ArticleEditorProps) {
  const editing = useArticleEditing(article, draftKey, initial);
  const { edit, isDirty, autosave, change, save } = editing;
  const { content } = edit;
  const { mayPublish } = useNewsRights();
  const isUploading = useIsUploading();
  const refresh = useRefreshNews();
  const [isRestored, setRestored] = useState(() => !isSameContent(initial.start.content, article.content));
  const [failedSave, setFailedSave] = useState<FailedSave>();
  const [conflict, setConflict] = useState<EditConflict | undefined>(initial.conflict);
  const [view, setView] = useState<View>(
    () => firstIn((locale) => content.translations[locale] && locale) ?? getLocale(),
  );
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  const isBoth = view === 'both' && isWide;
  const shown = view === 'both' ? getLocale() : view;

  const show = (locale: Locale) => setView(isBoth ? view : locale);

  const problems = failedSave ? problemsOf(failedSave, content) : {};

  function handleError(error: unknown): void {
    const newConflict = error instanceof ApiError ? error.refusal.conflict : undefined;
    if (newConflict && isDirty) return setConflict(newConflict);
    if (newConflict || hasCode(error, 'invalid_state')) void refresh();
    setFailedSave({ error, content });
    const [first] = Object.keys(problemsOf({ error, content }, content));
    if (first?.startsWith('translations.')) show(first.startsWith('translations.en') ? 'en' : 'fr');
    toastError(error);
    return undefined;
  }

  /** Saves unsaved changes, then runs the action with the saved version. */
  const [isBusy, run] = useBusy(async (act?: (version: number) => Promise<void>) => {
    setFailedSave(undefined);
    try {
      const { version } = isDirty ? await save() : article;
      setRestored(false);
      if (act) await act(version);
      else toastSuccess(t.savedForAll);
    } catch (error) {
      handleError(error);
    }
  });

  useEffect(() => {
    if (!failedSave) return;
    const wrong = [...document.querySelectorAll<HTMLElement>('[aria-invalid=true]')];
    const first = wrong.find((field) => field.checkVisibility());
    first?.focus();
    first?.scrollIntoView({ block: 'center' });
  }, [failedSave]);

  async function resolveConflict({ otherDraft }: EditConflict, resolved: ArticleEdit): Promise<void> {
    setConflict(undefined);
    await save(resolved);
    if (otherDraft?.key) deleteDraft(otherDraft.key);
    toastSuccess(t.savedForAll);
  }

  useSaveKey({ isBusy, onSave: () => isDirty && void run(), isIn: () => false });

  return (
    <>
      <PageHeader
        back={back}
        aside={<OthersHerePanel entity="news" id={article.id} doing={isDirty ? 'editing' : 'reading'} />}
        title={titleOf({ titles: titlesOf(content) }) || news.noTitle}
        isTitleBelow
        badge={<StatusChips {...article} />}
        text={`${t.changed(formatRelative(article.updated_at), nameOf(article.updated_by))} ${whenText(article, mayPublish)}`}
        actions={
          <ArticleActions
            article={article}
            edit={edit}
            isDirty={isDirty}
            back={back}
            onReplace={editing.replace}
            onError={handleError}
          />
        }
      />
      <ApprovalOfArticlePanel article={article} />
      <DraftNotice
        draft={{
          isRestored: isRestored && isDirty,
          discard: () => void editing.replace(article).then(() => setRestored(false), toastError),
        }}
        mb="lg"
      />
      {isDirty && article.version > edit.version && (
        <Alert color="yellow" mb="lg" role="status">
          <IconAlertTriangle size={17} aria-hidden /> {t.savedByOther(nameOf(article.updated_by))}
        </Alert>
      )}
      <div className={classes.desk} data-both={isBoth || undefined}>
        <div className={classes.sheets}>
          <LanguageSwitch<View>
            label={t.languageShown}
            content={content}
            value={isBoth ? view : shown}
            onChange={setView}
            more={isWide ? [{ value: 'both', label: t.sideBySide }] : []}
          />
          {LOCALES.map((locale) => (
            <LanguageSheet
              key={locale}
              locale={locale}
              isShown={isBoth || locale === shown}
              content={content}
              bodyRevision={editing.bodyRevisions[locale]}
              problems={problems}
              onChange={(patch) => change((before) => withText(before, locale, patch))}
              onStartFromOther={() => editing.copyInto(locale)}
            />
          ))}
        </div>
        <aside className={classes.aside} aria-label={t.aside}>
          <div id={SECTION_IDS.cover}>
            <CoverPanel
              content={content}
              problems={problems}
              onCover={(cover) => change((before) => ({ ...before, cover }))}
              onAlt={(locale, cover_alt) => change((before) => withText(before, locale, { cover_alt }))}
            />
          </div>
          <div id={SECTION_IDS.settings}>
            <SettingsPanel
              article={article}
              missing={content.missing_locale}
              onMissing={(missing_locale) => change((before) => ({ ...before, missing_locale }))}
            />
          </div>
        </aside>
      </div>
      <PublishBar
        article={article}
        content={content}
        isDirty={isDirty}
        isBusy={isBusy}
        autosave={autosave}
        onRun={run}
        onFix={({ field, locale }) => {
          if (locale) show(locale);
          focusAfterClose(field);
        }}
        onReady={(locale) => change((before) => withText(before, locale, { state: 'ready' }))}
      />
      <UnsavedGuard
        isDirty={isUploading || ['waiting', 'saving', 'failed'].includes(autosave.name)}
        onLeave={() => {}}
      />
      {conflict && (
        <ConflictModal
          conflict={conflict}
          edit={edit}
          onClose={() => setConflict(undefined)}
          onSave={(resolved) => void resolveConflict(conflict, resolved).catch(handleError)}
        />
      )}
    </>
  );
}

/** Errors of a rejected save for parts that have not changed since. */
function problemsOf({ error, content: refused }: FailedSave, content: NewsContent): Problems {
  const missing = (error instanceof ApiError && error.refusal.missing) || [];
  const texts: Record<string, string> = {
    ...Object.fromEntries(
      Object.entries(pathErrors(error)).map(([path, text]) => [path.replace(/^content\./, ''), text]),
    ),
    ...Object.fromEntries(
      missing.map(({ locale, field }) => [`translations.${locale}.${field}`, missingText(field)]),
    ),
  };
  const pathOf = (field: NewsField) => Object.keys(texts).find((path) => path.startsWith(field));
  const changed = changedFields(refused, content);
  return Object.fromEntries(
    NEWS_FIELDS.filter((field) => pathOf(field) && !changed.includes(field)).map((field) => [
      field,
      texts[pathOf(field) ?? field],
    ]),
  );
}

/** Parts required for publication. */
const missingText = (field: string): string =>
  ({ title: t.titleMissing, body: t.bodyMissing, cover_alt: t.altMissing })[field] ??
  t.notReady(DEFAULT_LOCALE);

/** Focuses a field after the closing dialog has returned the focus to its opener. */
const focusAfterClose = (field: string): void =>
  void setTimeout(() => {
    const target = document.querySelector<HTMLElement>(field);
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'center' });
  });
