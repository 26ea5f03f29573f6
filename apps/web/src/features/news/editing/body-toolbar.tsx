import { MEDIA_TYPES } from '@agora/contract/features/media/media.rules';
import { HREF_MAX, isSafeHref } from '@agora/contract/features/news/news.links.rules';
import { FileButton, Loader, Toolbar } from '@mantine/core';
import '@mantine/tiptap/styles.layer.css';
import { useHotkeys } from '@mantine/hooks';
import { RichTextEditor, type RichTextEditorLabels } from '@mantine/tiptap';
import { IconLink, IconPhotoPlus, IconTextCaption } from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { type Ref, useRef, useState } from 'react';
import { MOD } from '../../../platform/mod-key.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { t } from './news.body.texts.ts';
import { PictureModal, type PictureTexts } from './picture-modal.tsx';
import { TextModal } from './text-modal.tsx';

/** Mantine's `Toolbar` finds its controls by this attribute: one is reached by Tab, the others by the arrows. */
const tool = { 'data-toolbar-toggle': true };

interface BodyToolbarProps {
  editor: Editor;
  /** Label of the text. */
  label: string;
  locale: 'fr' | 'en';
  pictureInput: Ref<HTMLInputElement>;
  onPicture: (picture: File) => Promise<void>;
}

const labels = (): Partial<RichTextEditorLabels> => ({
  undoControlLabel: t.undo,
  redoControlLabel: t.redo,
  h2ControlLabel: t.h2,
  h3ControlLabel: t.h3,
  boldControlLabel: t.bold,
  italicControlLabel: t.italic,
  bulletListControlLabel: t.bulletList,
  orderedListControlLabel: t.orderedList,
  blockquoteControlLabel: t.blockquote,
  hrControlLabel: t.divider,
});

/** Formatting tools of a text. */
export function BodyToolbar({ editor, label, locale, pictureInput, onPicture }: BodyToolbarProps) {
  const [modal, setModal] = useState<'link' | 'picture'>();
  const isOn = useEditorState({
    editor,
    selector: () => ({ link: editor.isActive('link'), picture: editor.isActive('image') }),
  });
  const onModK = (event: KeyboardEvent) => {
    if (!editor.isFocused) return;
    event.preventDefault();
    setModal('link');
  };
  useHotkeys([['mod+K', onModK, { preventDefault: false }]], [], true);
  return (
    // `display: contents` keeps the toolbar sticky as long as the text is visible.
    <RichTextEditor editor={editor} labels={labels()} variant="subtle" style={{ display: 'contents' }}>
      <RichTextEditor.Toolbar sticky stickyOffset={56}>
        <Toolbar aria-label={t.tools(label)} size="xs" withBorder={false} p={0} bg="transparent">
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo {...tool} />
            <RichTextEditor.Redo {...tool} />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.H2 {...tool} />
            <RichTextEditor.H3 {...tool} />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold {...tool} />
            <RichTextEditor.Italic {...tool} />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.BulletList {...tool} />
            <RichTextEditor.OrderedList {...tool} />
            <RichTextEditor.Blockquote {...tool} />
            <RichTextEditor.Hr {...tool} />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Control
              {...tool}
              aria-label={t.link}
              aria-keyshortcuts="Control+K Meta+K"
              title={`${t.link} (${MOD} K)`}
              active={isOn.link}
              onClick={() => setModal('link')}
            >
              <IconLink size={20} stroke={1.5} aria-hidden />
            </RichTextEditor.Control>
            <PictureControl input={pictureInput} onPicture={onPicture} />
            {isOn.picture && (
              <RichTextEditor.Control
                {...tool}
                aria-label={t.describe}
                title={t.describe}
                onClick={() => setModal('picture')}
              >
                <IconTextCaption size={20} stroke={1.5} aria-hidden />
              </RichTextEditor.Control>
            )}
          </RichTextEditor.ControlsGroup>
        </Toolbar>
        {modal === 'link' && (
          <TextModal
            title={t.link}
            label={t.linkAddress}
            hint={t.linkHint}
            type="url"
            max={HREF_MAX}
            value={String(editor.getAttributes('link')['href'] ?? '')}
            problemOf={(value) => (value === '' || isSafeHref(withScheme(value)) ? undefined : t.linkWrong)}
            onSubmit={(value) => setLink(editor, value)}
            onClose={() => setModal(undefined)}
          />
        )}
        {modal === 'picture' && (
          <PictureModal
            locale={locale}
            value={editor.getAttributes('image') as PictureTexts}
            onSubmit={(texts) => editor.chain().focus().updateAttributes('image', texts).run()}
            onClose={() => setModal(undefined)}
          />
        )}
      </RichTextEditor.Toolbar>
    </RichTextEditor>
  );
}

interface PictureControlProps extends Pick<BodyToolbarProps, 'onPicture'> {
  input: Ref<HTMLInputElement>;
}

function PictureControl({ input, onPicture }: PictureControlProps) {
  const [isUploading, upload] = useBusy(onPicture);
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      ref={input}
      accept={Object.keys(MEDIA_TYPES).join(',')}
      resetRef={reset}
      inputProps={{ 'aria-label': t.picture }}
      onChange={(picture) => {
        if (picture) void upload(picture);
        reset.current?.();
      }}
    >
      {({ onClick }) => (
        <RichTextEditor.Control
          {...tool}
          aria-label={t.picture}
          title={t.picture}
          disabled={isUploading}
          onClick={onClick}
        >
          {isUploading ? <Loader size={18} /> : <IconPhotoPlus size={20} stroke={1.5} aria-hidden />}
        </RichTextEditor.Control>
      )}
    </FileButton>
  );
}

/** Adds the scheme: `https:` to `example.com/page`, `mailto:` to `name@example.com`. */
function withScheme(href: string): string {
  if (/^[^\s:/?#@]+@[\p{L}\d-]+(\.[\p{L}\d-]+)+$/u.test(href)) return `mailto:${href}`;
  return /^[\p{L}\d_-]+(\.[\p{L}\d_-]+)+(:\d+)?([/?#]|$)/u.test(href) ? `https://${href}` : href;
}

/** Links the selection or, without one, inserts the address as a link. */
function setLink(editor: Editor, value: string): void {
  const chain = editor.chain().focus().extendMarkRange('link');
  if (value === '') return void chain.unsetMark('link').run();
  const href = withScheme(value);
  const hasNoTarget = editor.state.selection.empty && !editor.isActive('link');
  if (hasNoTarget)
    chain.insertContent({ type: 'text', text: value, marks: [{ type: 'link', attrs: { href } }] }).run();
  else chain.setMark('link', { href }).run();
  return undefined;
}
