import type { RichText } from '@agora/contract/features/news/news.rich-text.schema';
import { Input, Typography } from '@mantine/core';
import type { Transaction } from '@tiptap/pm/state';
import { EditorContent, type JSONContent, useEditor } from '@tiptap/react';
import { createRef, useId, useState } from 'react';
import { toastError } from '../../../platform/toast.ts';
import { useUploadPicture } from '../news.queries.ts';
import { extensionsFor } from './body-schema.ts';
import { BodyToolbar } from './body-toolbar.tsx';
import { typesetPasted } from './body-typesetting.ts';
import classes from './news.editing.module.css';
import { cleanPaste, hasText } from './pasted-html.ts';
import { SlashMenu } from './slash-menu.tsx';

const EMPTY: JSONContent = { type: 'doc', content: [{ type: 'paragraph' }] };

interface BodyEditorProps {
  label: string;
  locale: 'fr' | 'en';
  /** Initial text; another `key` replaces it. */
  value: RichText;
  error: string | undefined;
  onChange: (value: RichText) => void;
}

/** The text of an article in one language, with its formatting tools. */
export default function BodyEditor({ label, locale, value, error, onChange }: BodyEditorProps) {
  const id = useId();
  const uploadPicture = useUploadPicture();
  const [{ pictureInput, extensions }] = useState(() => {
    const pictureInput = createRef<HTMLInputElement>();
    // A function, as TipTap copies the objects among its options.
    const slashMenu = SlashMenu.configure({ choosePicture: () => pictureInput.current?.click() });
    return { pictureInput, extensions: [...extensionsFor(locale), slashMenu] };
  });
  const editor = useEditor({
    extensions,
    // Without content the tools would have no paragraph to format.
    content: value.content.length > 0 ? value : EMPTY,
    // Already in @mantine/tiptap.
    injectCSS: false,
    onUpdate: ({ editor }) => onChange(editor.getJSON() as RichText),
    editorProps: {
      transformPastedHTML: cleanPaste,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        lang: locale,
        dir: 'auto',
        ...(error && { 'aria-invalid': 'true', 'aria-describedby': `${id}-error` }),
      },
      handlePaste: (view, { clipboardData }) => {
        const { from } = view.state.selection;
        if (!clipboardData || !hasText(clipboardData)) return addPictures(clipboardData, from);
        // In a microtask: the editor inserts the text first.
        if (locale === 'fr') queueMicrotask(() => typesetPasted(view, from));
        return false;
      },
      handleDrop: (view, { dataTransfer, clientX, clientY }, _slice, isMove) =>
        !isMove && addPictures(dataTransfer, view.posAtCoords({ left: clientX, top: clientY })?.pos ?? 0),
    },
  });

  /** Adds the pictures among pasted or dropped files. */
  function addPictures(data: DataTransfer | null, position: number): boolean {
    const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
    if (files.length > 0) void insertPictures(files, position);
    return files.length > 0;
  }

  /** Uploads pictures and inserts them in order; the position follows edits made during the upload. */
  async function insertPictures(files: readonly File[], position: number): Promise<void> {
    let at = position;
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

  return (
    <Input.Wrapper
      id={id}
      label={label}
      labelElement="div"
      labelProps={{ className: 'visually-hidden' }}
      error={error}
    >
      <div className={classes.frame} data-invalid={error ? true : undefined}>
        <BodyToolbar
          editor={editor}
          label={label}
          locale={locale}
          pictureInput={pictureInput}
          onPicture={(picture) => insertPictures([picture], editor.state.selection.to)}
        />
        <Typography className={classes.article}>
          <EditorContent editor={editor} />
        </Typography>
      </div>
    </Input.Wrapper>
  );
}
