import type { RichText } from '@agora/contract/features/news/rich-text';
import { IconAlertCircle } from '@tabler/icons-react';
import { Editor, type JSONContent } from '@tiptap/core';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { toastError } from '../../platform/toast.ts';
import classes from './body-editor.module.css';
import { EXTENSIONS } from './body-schema.ts';
import { BodyToolbar } from './body-toolbar.tsx';
import { uploadPicture } from './news.queries.ts';
import { cleanPaste, hasText } from './pasted-html.ts';

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
  async function insertPicture(file: File, position?: number): Promise<void> {
    const { id: media_id, width, height } = await uploadPicture(file);
    if (!editor || editor.isDestroyed) return;
    const at = Math.min(position ?? editor.state.selection.to, editor.state.doc.content.size);
    editor.chain().insertContentAt(at, { type: 'image', attrs: { media_id, width, height } }).focus().run();
  }

  /** Takes the pictures among the files that were pasted or dropped. */
  const addPictures = useEffectEvent((data: DataTransfer | null, position: number): boolean => {
    const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
    for (const file of files) void insertPicture(file, position).catch(toastError);
    return files.length > 0;
  });

  const changed = useEffectEvent((json: JSONContent) => onChange(json as RichText));
  const make = useEffectEvent(
    (element: HTMLElement) =>
      new Editor({
        element,
        extensions: EXTENSIONS,
        content: value as JSONContent,
        // The policy of the page has no place for styles that a script writes.
        injectCSS: false,
        editorProps: {
          attributes: {
            class: classes.text ?? '',
            role: 'textbox',
            'aria-multiline': 'true',
            'aria-labelledby': id,
            lang: locale,
            dir: 'auto',
          },
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

  return (
    <div className={classes.field}>
      <span id={id} className={classes.label}>
        {label}
      </span>
      <div className={classes.frame} data-invalid={error ? true : undefined}>
        {editor && <BodyToolbar editor={editor} label={label} onPicture={(file) => insertPicture(file)} />}
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
