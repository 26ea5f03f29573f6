import type { NewsContent, NewsPublic } from '@agora/contract/features/news/news.schema';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Conflict, hasCode } from '../../../platform/api-error.ts';
import { type Draft, dropDraft, useDraftWriter, writeDraft } from '../../../platform/drafts.ts';
import type { Locale } from '../../../platform/i18n.ts';
import {
  readArticle,
  useAdoptArticle,
  useAdoptAutosave,
  useAutosaveArticle,
  useDiscardAutosave,
  useUpdateArticle,
} from '../news.queries.ts';
import { differing, isSameContent, merge, textIn, withText, writtenOf } from './article-content.ts';
import { useAutosave } from './use-autosave.ts';

/** Edited content and the content it started from. */
export interface Writing {
  content: NewsContent;
  version: number;
  /** Undefined where that is not known any more. */
  base: NewsContent | undefined;
  /** Id of the autosave that it comes from, the only one it replaces; null for none. */
  saved_at: string | null;
}

/** Concurrent changes, by others or by the same author in another window. */
export interface Clash extends Omit<Conflict, 'fields'> {
  /** Draft of that window. */
  kept?: { saved_at: string | null; key: string | undefined };
}

/** Initial state of an editor. */
export interface Opening {
  start: Writing;
  /** The drafts that are part of it. */
  found: readonly { key: string }[];
  clash: Clash | undefined;
}

const savedOf = ({ content, version }: NewsPublic, saved_at: string | null): Writing => ({
  content,
  version,
  base: content,
  saved_at,
});

/**
 * Unsaved content, from this browser or an autosave; otherwise the saved article. Content that several windows wrote
 * is brought together, up to what two of them wrote in two ways.
 */
export function openingOf(article: NewsPublic, drafts: readonly Draft<Writing>[]): Opening {
  const { autosave, version, content } = article;
  const kept = autosave && { ...autosave, base: autosave.version === version ? content : undefined };
  const [latest, ...older] = drafts;
  let start = latest?.value ?? kept ?? savedOf(article, null);
  const others: { value: Writing; key?: string; savedAt: number }[] = [...older];
  if (kept && kept.saved_at !== start.saved_at)
    others.unshift({ value: kept, savedAt: Date.parse(kept.saved_at) });
  const found: { key: string }[] = latest ? [latest] : [];
  for (const { value, key, savedAt } of others) {
    const { content: together, conflicts } = merge(content, start.content, value.content);
    if (conflicts.length > 0) {
      const saved_at = key ? start.saved_at : value.saved_at;
      const clash = {
        current: value.content,
        base: content,
        version,
        updated_at: new Date(savedAt).toISOString(),
        updated_by: null,
        kept: { saved_at, key },
      };
      return { start, found, clash };
    }
    const { version: first, base } = value.version < start.version ? value : start;
    start = { content: together, version: first, base, saved_at: key ? start.saved_at : value.saved_at };
    if (key) found.push({ key });
  }
  return { start, found, clash: undefined };
}

/** Number of times each body was replaced from outside: its editor is then recreated. */
type Fillings = Record<Locale, number>;

/**
 * The writing of an article: kept in this browser at once, by the service as the writer's own soon after, and for
 * everybody once it is saved.
 */
export function useArticleWriting(article: NewsPublic, draftKey: string, { start, found }: Opening) {
  const adopt = useAdoptArticle();
  const adoptAutosave = useAdoptAutosave();
  const { mutateAsync: update } = useUpdateArticle();
  const { mutateAsync: putAutosave } = useAutosaveArticle();
  const { mutateAsync: discardAutosave } = useDiscardAutosave();
  const [writing, setWriting] = useState(start);
  const [fillings, setFillings] = useState<Fillings>({ fr: 0, en: 0 });
  /** Latest content: slow calls compare with it. */
  const latest = useRef(start);
  /** Contents sent since the last response: any of them may have been stored. */
  const unanswered = useRef(new Set<NewsContent>());
  const { id } = article;
  const params = { id };
  /** A draft of this window's own: another window may write the same article. */
  const [windowKey] = useState(() => `${draftKey}/${crypto.randomUUID()}`);
  const draft = useDraftWriter(windowKey);
  const autosave = useAutosave(async (kept: Writing) => {
    const saved_at = await send(kept);
    write({ ...latest.current, saved_at });
    if (latest.current.content === kept.content) draft.drop();
    else draft.keep(latest.current);
  });
  const isDirty = !isSameContent(writing.content, writing.base ?? article.content);

  function write(next: Writing): void {
    latest.current = next;
    setWriting(next);
  }

  /** Returns the `saved_at` that the next autosave names. One whose answer was lost is not taken for another window’s. */
  async function send({ version, content }: Writing): Promise<string> {
    const put = async (autosaved_at: string | null) => {
      const body = { version, content: writtenOf(content), autosaved_at };
      const { body: kept } = await putAutosave({ params, body });
      unanswered.current.clear();
      adoptAutosave(id, kept);
      return kept.saved_at;
    };
    unanswered.current.add(content);
    try {
      return await put(latest.current.saved_at);
    } catch (error) {
      if (!hasCode(error, 'autosave_conflict')) throw error;
      const { autosave } = await readArticle(id);
      const isOwn = autosave && [...unanswered.current].some((sent) => isSameContent(sent, autosave.content));
      if (!isOwn) throw error;
      return put(autosave.saved_at);
    }
  }

  /** Replaces the edited content by content from elsewhere. */
  function fill(next: Writing): void {
    const { content } = latest.current;
    const changed = differing(content, next.content);
    const isOther = (locale: Locale) => changed.includes(`translations.${locale}.body`);
    setFillings(({ fr, en }) => ({ fr: fr + Number(isOther('fr')), en: en + Number(isOther('en')) }));
    write(next);
  }

  function change(update: (content: NewsContent) => NewsContent): void {
    const next = { ...latest.current, content: update(latest.current.content) };
    write(next);
    draft.keep(next);
    autosave.keep(next);
  }

  /** Begins a language with the texts of the other. */
  function copyInto(locale: Locale): void {
    const { content } = latest.current;
    const other = textIn(content, locale === 'fr' ? 'en' : 'fr');
    fill({ ...latest.current, content: withText(content, locale, { ...other, state: 'draft' }) });
    draft.keep(latest.current);
    autosave.keep(latest.current);
  }

  /** A colleague's saved changes are shown at once in parts without unsaved input. */
  const follow = useEffectEvent(() => {
    if (article.version > latest.current.version && !isDirty) fill(savedOf(article, latest.current.saved_at));
  });
  useEffect(() => follow(), [article.version]);

  const keepStart = useEffectEvent(() => {
    if (isDirty && start.content !== article.autosave?.content) autosave.keep(start);
    if (found.length > 0) writeDraft(windowKey, start);
    for (const { key } of found) dropDraft(key);
  });
  useEffect(() => keepStart(), []);

  /**
   * Saves for everybody.
   * @throws {ApiError} `version_conflict` when others changed the same since
   */
  async function save(resolved?: Writing): Promise<NewsPublic> {
    const { saved_at } = latest.current;
    await autosave.settle();
    // A call that was under way has replaced the autosave that the two texts were read with.
    const sent =
      resolved?.saved_at === saved_at
        ? { ...resolved, saved_at: latest.current.saved_at }
        : (resolved ?? latest.current);
    if (resolved) fill(sent);
    try {
      const { body: saved } = await update({
        params,
        body: { version: sent.version, content: writtenOf(sent.content), autosaved_at: sent.saved_at },
      });
      settle(sent, saved);
      return saved;
    } catch (error) {
      autosave.keep(latest.current);
      throw error;
    }
  }

  /** Adopts the result of a save, and keeps edits made meanwhile. */
  function settle(sent: Writing, saved: NewsPublic): void {
    const { version, content } = saved;
    const now = latest.current.content;
    // The next version may be one that others made, with the same in it and more.
    if (isSameContent(content, sent.content))
      write({ content: now, version, base: sent.content, saved_at: null });
    else fill({ ...savedOf(saved, null), content: merge(sent.content, now, content).content });
    if (isSameContent(now, sent.content)) draft.drop();
    else autosave.keep(latest.current);
    adopt(saved);
  }

  /** Continues with the saved article, and discards the edits, their draft and their autosave. */
  async function replace(saved: NewsPublic): Promise<void> {
    await autosave.settle();
    draft.drop();
    const { saved_at } = latest.current;
    if (saved_at) await discardAutosave({ params, query: { saved_at } });
    fill(savedOf(saved, null));
    adopt({ ...saved, autosave: null });
  }

  return { writing, fillings, isDirty, autosave: autosave.state, change, copyInto, save, replace };
}
