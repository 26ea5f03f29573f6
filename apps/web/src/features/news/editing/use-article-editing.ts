import type { NewsContent, NewsPublic } from '@agora/contract/features/news/news.schema';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Conflict, hasCode } from '../../../platform/api-error.ts';
import { type Draft, deleteDraft, useDraftWriter, writeDraft } from '../../../platform/drafts.ts';
import type { Locale } from '../../../platform/i18n.ts';
import {
  readArticle,
  useAutosaveArticle,
  useCacheArticle,
  useCacheAutosave,
  useDiscardAutosave,
  useUpdateArticle,
} from '../news.queries.ts';
import { changedFields, isSameContent, merge, requestContent, textIn, withText } from './article-content.ts';
import { useAutosave } from './use-autosave.ts';

/** Edited content and the content it started from. */
export interface ArticleEdit {
  content: NewsContent;
  version: number;
  /** Undefined if it is no longer known. */
  base: NewsContent | undefined;
  /** Id of the autosave that it is based on, the only one that it may replace; null for none. */
  saved_at: string | null;
}

/** Concurrent changes, by others or by the same author in another window. */
export interface EditConflict extends Omit<Conflict, 'fields'> {
  /** Draft of that window. */
  otherDraft?: { saved_at: string | null; key: string | undefined };
}

/** Initial state of an editor. */
export interface InitialState {
  start: ArticleEdit;
  /** The drafts merged into it. */
  merged: readonly { key: string }[];
  conflict: EditConflict | undefined;
}

/** The saved article, unchanged. */
export const savedOf = ({ content, version }: NewsPublic, saved_at: string | null): ArticleEdit => ({
  content,
  version,
  base: content,
  saved_at,
});

/**
 * Unsaved content from this browser or an autosave; otherwise the saved article. Merges the content of
 * several windows until two of them conflict.
 */
export function initialStateOf(article: NewsPublic, drafts: readonly Draft<ArticleEdit>[]): InitialState {
  const { autosave, version, content } = article;
  const autosaved = autosave && { ...autosave, base: autosave.version === version ? content : undefined };
  const [latest, ...older] = drafts;
  let start = latest?.value ?? autosaved ?? savedOf(article, null);
  const others: { value: ArticleEdit; key?: string; savedAt: number }[] = [...older];
  if (autosaved && autosaved.saved_at !== start.saved_at)
    others.unshift({ value: autosaved, savedAt: Date.parse(autosaved.saved_at) });
  const merged: { key: string }[] = latest ? [latest] : [];
  for (const { value, key, savedAt } of others) {
    const { content: together, conflicts } = merge(content, start.content, value.content);
    if (conflicts.length > 0) {
      const saved_at = key ? start.saved_at : value.saved_at;
      const conflict = {
        current: value.content,
        base: content,
        version,
        updated_at: new Date(savedAt).toISOString(),
        updated_by: null,
        otherDraft: { saved_at, key },
      };
      return { start, merged, conflict };
    }
    const { version: first, base } = value.version < start.version ? value : start;
    start = { content: together, version: first, base, saved_at: key ? start.saved_at : value.saved_at };
    if (key) merged.push({ key });
  }
  return { start, merged, conflict: undefined };
}

/** Number of times each body was replaced from outside: its editor is then recreated. */
type BodyRevisions = Record<Locale, number>;

/**
 * Edits an article. Changes are stored in this browser at once, autosaved for their author shortly
 * afterwards, and visible to others when they are saved.
 */
export function useArticleEditing(article: NewsPublic, draftKey: string, { start, merged }: InitialState) {
  const cacheArticle = useCacheArticle();
  const cacheAutosave = useCacheAutosave();
  const { mutateAsync: update } = useUpdateArticle();
  const { mutateAsync: putAutosave } = useAutosaveArticle();
  const { mutateAsync: discardAutosave } = useDiscardAutosave();
  const [edit, setEdit] = useState(start);
  const [bodyRevisions, setBodyRevisions] = useState<BodyRevisions>({ fr: 0, en: 0 });
  /** Latest content, for comparison after slow requests. */
  const latest = useRef(start);
  /** Contents sent since the last response: any of them may have been stored. */
  const unconfirmed = useRef(new Set<NewsContent>());
  const { id } = article;
  const params = { id };
  /** Each window has its own draft, as several windows may edit the same article. */
  const [windowDraftKey] = useState(() => `${draftKey}/${crypto.randomUUID()}`);
  const draft = useDraftWriter(windowDraftKey);
  const autosave = useAutosave(async (value: ArticleEdit) => {
    const saved_at = await send(value);
    write({ ...latest.current, saved_at });
    if (latest.current.content === value.content) draft.remove();
    else draft.write(latest.current);
  });
  const isDirty = !isSameContent(edit.content, edit.base ?? article.content);

  function write(next: ArticleEdit): void {
    latest.current = next;
    setEdit(next);
  }

  /**
   * Autosaves content and returns the `saved_at` for the next autosave. A lost response is not mistaken for
   * another window's autosave.
   */
  async function send({ version, content }: ArticleEdit): Promise<string> {
    const put = async (autosaved_at: string | null) => {
      const body = { version, content: requestContent(content), autosaved_at };
      const { body: autosave } = await putAutosave({ params, body });
      unconfirmed.current.clear();
      cacheAutosave(id, autosave);
      return autosave.saved_at;
    };
    unconfirmed.current.add(content);
    try {
      return await put(latest.current.saved_at);
    } catch (error) {
      if (!hasCode(error, 'autosave_conflict')) throw error;
      const { autosave } = await readArticle(id);
      const isOwn =
        autosave && [...unconfirmed.current].some((sent) => isSameContent(sent, autosave.content));
      if (!isOwn) throw error;
      return put(autosave.saved_at);
    }
  }

  /** Replaces the edited content by content from elsewhere. */
  function replaceContent(next: ArticleEdit): void {
    const { content } = latest.current;
    const changed = changedFields(content, next.content);
    const isOther = (locale: Locale) => changed.includes(`translations.${locale}.body`);
    setBodyRevisions(({ fr, en }) => ({ fr: fr + Number(isOther('fr')), en: en + Number(isOther('en')) }));
    write(next);
  }

  function change(update: (content: NewsContent) => NewsContent): void {
    const next = { ...latest.current, content: update(latest.current.content) };
    write(next);
    draft.write(next);
    autosave.schedule(next);
  }

  /** Copies the texts of the other language into this one. */
  function copyInto(locale: Locale): void {
    const { content } = latest.current;
    const other = textIn(content, locale === 'fr' ? 'en' : 'fr');
    replaceContent({ ...latest.current, content: withText(content, locale, { ...other, state: 'draft' }) });
    draft.write(latest.current);
    autosave.schedule(latest.current);
  }

  /** Shows a colleague's saved changes at once if there is no unsaved input. */
  const follow = useEffectEvent(() => {
    if (article.version > latest.current.version && !isDirty)
      replaceContent(savedOf(article, latest.current.saved_at));
  });
  useEffect(() => follow(), [article.version]);

  const storeInitialState = useEffectEvent(() => {
    if (isDirty && start.content !== article.autosave?.content) autosave.schedule(start);
    if (merged.length > 0) writeDraft(windowDraftKey, start);
    for (const { key } of merged) deleteDraft(key);
  });
  useEffect(() => storeInitialState(), []);

  /**
   * Saves the article.
   * @throws {ApiError} `version_conflict` if others have changed the same fields
   */
  async function save(resolved?: ArticleEdit): Promise<NewsPublic> {
    const { saved_at } = latest.current;
    await autosave.stop();
    // An autosave in progress may have replaced the one with which the conflict was found.
    const sent =
      resolved?.saved_at === saved_at
        ? { ...resolved, saved_at: latest.current.saved_at }
        : (resolved ?? latest.current);
    if (resolved) replaceContent(sent);
    try {
      const { body: saved } = await update({
        params,
        body: { version: sent.version, content: requestContent(sent.content), autosaved_at: sent.saved_at },
      });
      adoptSaved(sent, saved);
      return saved;
    } catch (error) {
      autosave.schedule(latest.current);
      throw error;
    }
  }

  /** Adopts the result of a save, and keeps edits made during the save. */
  function adoptSaved(sent: ArticleEdit, saved: NewsPublic): void {
    const { version, content } = saved;
    const now = latest.current.content;
    // The saved version may also contain changes of others.
    if (isSameContent(content, sent.content))
      write({ content: now, version, base: sent.content, saved_at: null });
    else replaceContent({ ...savedOf(saved, null), content: merge(sent.content, now, content).content });
    if (isSameContent(now, sent.content)) draft.remove();
    else autosave.schedule(latest.current);
    cacheArticle(saved);
  }

  /** Continues with the saved article, and discards the edits, their draft and their autosave. */
  async function replace(saved: NewsPublic): Promise<void> {
    await autosave.stop();
    draft.remove();
    const { saved_at } = latest.current;
    if (saved_at) await discardAutosave({ params, query: { saved_at } });
    replaceContent(savedOf(saved, null));
    cacheArticle({ ...saved, autosave: null });
  }

  return { edit, bodyRevisions, isDirty, autosave: autosave.state, change, copyInto, save, replace };
}
