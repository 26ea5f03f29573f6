import type { RichText } from '@agora/contract/features/news/news.rich-text.schema';
import { IconAlertCircle } from '@tabler/icons-react';
import { Editor, type JSONContent } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { toastError } from '../../../platform/toast.ts';
import { uploadPicture } from '../news.queries.ts';
import { EXTENSIONS } from './body-schema.ts';
import { BodyToolbar } from './body-toolbar.tsx';
import classes from './news.body.module.css';
import { cleanPaste, hasText } from './pasted-html.ts';

const EMPTY: JSONContent = { type: 'doc', content: [{ type: 'paragraph' }] };

interface BodyEditorProps {
  label: string;
  locale: 'fr' | 'en';
  /** What it begins with: to fill it anew, give it another key. */
  value: RichText;
  error: string | undefined;
  onChange: (value: RichText) => void;
}

/** The text of an article in one language, with its tools. */
export default function BodyEditor({ label, locale, value, error, onChange }: BodyEditorProps) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor>();

  /** Uploads pictures, and inserts them in their order where that place has come to be meanwhile. */
  async function insertPictures(files: readonly File[], position?: number): Promise<void> {
    if (!editor) return;
    let at = position ?? editor.state.selection.to;
    const follow = ({ transaction }: { transaction: Transaction }) => {
      at = transaction.mapping.map(at);
    };
    const pictures: JSONContent[] = [];
    editor.on('transaction', follow);
    for (const file of files)
      await uploadPicture(file).then(
        ({ id: media_id, width, height }) =>
          pictures.push({ type: 'image', attrs: { media_id, width, height } }),
        toastError,
      );
    editor.off('transaction', follow);
    if (pictures.length > 0 && !editor.isDestroyed)
      editor.chain().insertContentAt(at, pictures).focus().run();
  }

  /** Takes the pictures among the files that were pasted or dropped. */
  const addPictures = useEffectEvent((data: DataTransfer | null, position: number): boolean => {
    const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
    if (files.length > 0) void insertPictures(files, position);
    return files.length > 0;
  });

  const changed = useEffectEvent((json: JSONContent) => onChange(json as RichText));
  const make = useEffectEvent(
    (element: HTMLElement) =>
      new Editor({
        element,
        extensions: EXTENSIONS,
        // Nothing is a paragraph to begin with: the tools form what is there.
        content: value.content.length > 0 ? (value as JSONContent) : EMPTY,
        // The policy of the page has no place for styles that a script writes.
        injectCSS: false,
        editorProps: {
          transformPastedHTML: cleanPaste,
          handlePaste: (view, { clipboardData }) =>
            !(clipboardData && hasText(clipboardData)) &&
            addPictures(clipboardData, view.state.selection.from),
          handleDrop: (view, { dataTransfer, clientX, clientY }, _slice, isMove) =>
            !isMove && addPictures(dataTransfer, view.posAtCoords({ left: clientX, top: clientY })?.pos ?? 0),
        },
        onUpdate: ({ editor }) => changed(editor.getJSON()),
      }),
  );

  useEffect(() => {
    if (!place.current) return undefined;
    const made = make(place.current);
    setEditor(made);
    return () => made.destroy();
  }, []);

  useEffect(() => {
    editor?.view.setProps({
      attributes: {
        class: classes.text ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': id,
        lang: locale,
        dir: 'auto',
        ...(error && { 'aria-invalid': 'true', 'aria-describedby': `${id}-error` }),
      },
    });
  }, [editor, id, locale, error]);

  return (
    <div className={classes.field}>
      <span id={id} className={classes.label}>
        {label}
      </span>
      <div className={classes.frame} data-invalid={error ? true : undefined}>
        {editor && (
          <BodyToolbar editor={editor} label={label} onPicture={(picture) => insertPictures([picture])} />
        )}
        <div ref={place} />
      </div>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          <IconAlertCircle size={15} stroke={2} aria-hidden />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
