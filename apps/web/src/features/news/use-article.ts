import { contract } from 'virtual:contract';
import type { NewsContent, NewsPublic } from '@agora/contract/features/news/news.contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../platform/api.ts';
import { useBuffer } from '../../platform/buffer.ts';
import type { Locale } from '../../platform/i18n.ts';
import { isSame, isSameIn, mixed, textIn, withText, writtenOf } from './article-content.ts';
import { useAdoptArticle } from './news.queries.ts';
import { useAutosave } from './use-autosave.ts';

/** What is being written, and what it began with. */
export interface Writing {
  content: NewsContent;
  version: number;
  /** Undefined where that is not known any more. */
  base: NewsContent | undefined;
}

const savedOf = ({ content, version }: NewsPublic): Writing => ({ content, version, base: content });

/** What somebody wrote and did not save, here or by autosave; else the article as it is. */
export function writingOf(
  article: NewsPublic,
  buffered: { value: Writing; at: number } | undefined,
): Writing {
  const { autosave, version, content } = article;
  if (buffered && (!autosave || buffered.at > Date.parse(autosave.saved_at))) return buffered.value;
  if (!autosave) return savedOf(article);
  return { ...autosave, base: autosave.version === version ? content : undefined };
}

/** How often each body was filled from elsewhere: its editor then begins anew. */
type Fillings = Record<Locale, number>;

/**
 * The writing of an article: kept in this browser at once, by the service as the writer's own soon after, and for
 * everybody once it is saved.
 */
export function useArticle(article: NewsPublic, bufferKey: string, start: Writing) {
  const adopt = useAdoptArticle();
  const [writing, setWriting] = useState(start);
  const [fillings, setFillings] = useState<Fillings>({ fr: 0, en: 0 });
  /** What was last written: calls that take a while compare with it. */
  const latest = useRef(start);
  const { id } = article;
  const buffer = useBuffer<Writing>(bufferKey);
  const autosave = useAutosave(async (kept: Writing) => {
    const { version, content } = kept;
    await call(contract.news.autosaveNews, {
      params: { id },
      body: { version, content: writtenOf(content) },
    });
    if (latest.current === kept) await buffer.drop();
  });
  const isDirty = !isSame(writing.content, writing.base ?? article.content);

  function write(next: Writing): void {
    latest.current = next;
    setWriting(next);
  }

  /** Replaces what is written by something that was not written here. */
  function fill(next: Writing): void {
    const { content } = latest.current;
    const isOther = (locale: Locale) => !isSameIn(`translations.${locale}.body`, content, next.content);
    setFillings(({ fr, en }) => ({ fr: fr + Number(isOther('fr')), en: en + Number(isOther('en')) }));
    write(next);
  }

  function change(update: (content: NewsContent) => NewsContent): void {
    const next = { ...latest.current, content: update(latest.current.content) };
    write(next);
    buffer.keep(next);
    autosave.keep(next);
  }

  /** Begins a language with the texts of the other. */
  function copyInto(locale: Locale): void {
    const { content } = latest.current;
    const other = textIn(content, locale === 'fr' ? 'en' : 'fr');
    fill({ ...latest.current, content: withText(content, locale, { ...other, state: 'draft' }) });
    buffer.keep(latest.current);
    autosave.keep(latest.current);
  }

  /** What a colleague saved is shown at once where nothing was written meanwhile. */
  const follow = useEffectEvent(() => {
    if (article.version > latest.current.version && !isDirty) fill(savedOf(article));
  });
  useEffect(() => follow(), [article.version]);

  const keepStart = useEffectEvent(() => {
    if (isDirty) autosave.keep(start);
  });
  useEffect(() => keepStart(), []);

  /**
   * Saves for everybody.
   * @throws {ApiError} `version_conflict` when others changed the same since
   */
  async function save(resolved?: Writing): Promise<NewsPublic> {
    await autosave.settle();
    const sent = resolved ?? latest.current;
    if (resolved) fill(resolved);
    try {
      const saved = await call(contract.news.updateNews, {
        params: { id },
        body: { version: sent.version, content: writtenOf(sent.content) },
      });
      settle(sent, saved);
      return saved;
    } catch (error) {
      autosave.keep(latest.current);
      throw error;
    }
  }

  /** Takes over what came of a save, and keeps what was written while it was under way. */
  function settle(sent: Writing, saved: NewsPublic): void {
    const { version, content } = saved;
    const now = latest.current.content;
    const isUntouched = (field: Parameters<typeof isSameIn>[0]) => isSameIn(field, now, sent.content);
    // Another version than the next one has what others wrote in it.
    if (version === sent.version + 1) write({ content: now, version, base: sent.content });
    else fill({ content: mixed(now, content, isUntouched), version, base: content });
    if (isSame(now, sent.content)) void buffer.drop();
    else autosave.keep(latest.current);
    adopt({ ...saved, autosave: null });
  }

  /** Goes back to what is saved. */
  async function discard(): Promise<void> {
    await autosave.settle();
    await buffer.drop();
    await call(contract.news.discardAutosave, { params: { id } });
    fill(savedOf(article));
    adopt({ ...article, autosave: null });
  }

  return { writing, fillings, isDirty, autosave: autosave.state, change, copyInto, save, discard };
}
