import type { RichText } from '@agora/contract/features/news/news.rich-text.schema';
import { Typography } from '@mantine/core';
import { EditorContent, useEditor } from '@tiptap/react';
import { extensionsFor } from './body-schema.ts';
import classes from './news.editing.module.css';

interface BodyReaderProps {
  locale: 'fr' | 'en';
  /** Another `key` replaces it. */
  value: RichText;
}

/** The text of an article in one language, to be read. */
export default function BodyReader({ locale, value }: BodyReaderProps) {
  const editor = useEditor({
    extensions: extensionsFor(locale),
    content: value,
    editable: false,
    // Already in @mantine/tiptap.
    injectCSS: false,
    editorProps: { attributes: { role: 'document', lang: locale, dir: 'auto' } },
  });
  return (
    <Typography className={classes.article}>
      <EditorContent editor={editor} />
    </Typography>
  );
}
