import { HREF_MAX, isSafeHref } from '@agora/contract/features/news/news.links.rules';
import { NEWS_ALT_MAX } from '@agora/contract/features/news/news.rules';
import { ActionIcon } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconH2,
  IconH3,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhotoPlus,
  IconSeparatorHorizontal,
  IconTextCaption,
} from '@tabler/icons-react';
import type { ChainedCommands, Editor } from '@tiptap/core';
import { type KeyboardEvent, lazy, Suspense, useRef, useState, useSyncExternalStore } from 'react';
import { useBusy } from '../../../platform/use-busy.ts';
import classes from './news.body.module.css';
import { t } from './news.body.texts.ts';

const TextModal = lazy(() => import('./text-modal.tsx'));

interface Tool {
  name:
    | 'undo'
    | 'redo'
    | 'h2'
    | 'h3'
    | 'bold'
    | 'italic'
    | 'bulletList'
    | 'orderedList'
    | 'blockquote'
    | 'divider';
  icon: typeof IconBold;
  run: (chain: ChainedCommands) => ChainedCommands;
  /** Whether it is on where the cursor stands; without it there is no such state. */
  isOn?: (editor: Editor) => boolean;
}

const GROUPS: readonly (readonly Tool[])[] = [
  [
    { name: 'undo', icon: IconArrowBackUp, run: (chain) => chain.undo() },
    { name: 'redo', icon: IconArrowForwardUp, run: (chain) => chain.redo() },
  ],
  [
    {
      name: 'h2',
      icon: IconH2,
      run: (chain) => chain.toggleHeading({ level: 2 }),
      isOn: (editor) => editor.isActive('heading', { level: 2 }),
    },
    {
      name: 'h3',
      icon: IconH3,
      run: (chain) => chain.toggleHeading({ level: 3 }),
      isOn: (editor) => editor.isActive('heading', { level: 3 }),
    },
  ],
  [
    {
      name: 'bold',
      icon: IconBold,
      run: (chain) => chain.toggleBold(),
      isOn: (editor) => editor.isActive('bold'),
    },
    {
      name: 'italic',
      icon: IconItalic,
      run: (chain) => chain.toggleItalic(),
      isOn: (editor) => editor.isActive('italic'),
    },
  ],
  [
    {
      name: 'bulletList',
      icon: IconList,
      run: (chain) => chain.toggleBulletList(),
      isOn: (editor) => editor.isActive('bulletList'),
    },
    {
      name: 'orderedList',
      icon: IconListNumbers,
      run: (chain) => chain.toggleList('orderedList', 'listItem'),
      isOn: (editor) => editor.isActive('orderedList'),
    },
    {
      name: 'blockquote',
      icon: IconBlockquote,
      run: (chain) => chain.toggleBlockquote(),
      isOn: (editor) => editor.isActive('blockquote'),
    },
    { name: 'divider', icon: IconSeparatorHorizontal, run: (chain) => chain.setHorizontalRule() },
  ],
];

interface BodyToolbarProps {
  editor: Editor;
  /** Of the text. */
  label: string;
  onPicture: (picture: File) => Promise<void>;
}

/** The tools of a text: one of them at a time can be reached by Tab, the arrows lead to the others. */
export function BodyToolbar({ editor, label, onPicture }: BodyToolbarProps) {
  const state = useEditorState(editor);
  const [reached, setReached] = useState<string>('undo');
  const [asked, setAsked] = useState<'link' | 'alt'>();
  const file = useRef<HTMLInputElement>(null);
  const [isUploading, upload] = useBusy(onPicture);
  const isPicture = editor.isActive('image');
  const first = reached === 'alt' && !isPicture ? 'undo' : reached;
  const common = (name: string) => ({
    tabIndex: name === first ? 0 : -1,
    onFocus: () => setReached(name),
  });

  function onKeyDown({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    const tools = [...currentTarget.querySelectorAll<HTMLElement>('button')];
    const index = tools.findIndex((tool) => tool === document.activeElement);
    if (step) tools.at((index + step) % tools.length)?.focus();
  }

  return (
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label={t.tools(label)}
      className={classes.toolbar}
      data-state={state}
      onKeyDown={onKeyDown}
    >
      {GROUPS.map((tools) => (
        <span key={tools[0]?.name} className={classes.group}>
          {tools.map(({ name, icon, run, isOn }) => (
            <ToolButton
              key={name}
              {...common(name)}
              icon={icon}
              label={t[name]}
              isOn={isOn?.(editor)}
              onClick={() => run(editor.chain().focus()).run()}
            />
          ))}
        </span>
      ))}
      <span className={classes.group}>
        <ToolButton
          {...common('link')}
          icon={IconLink}
          label={t.link}
          isOn={editor.isActive('link')}
          onClick={() => setAsked('link')}
        />
        <ToolButton
          {...common('picture')}
          icon={IconPhotoPlus}
          label={t.picture}
          isBusy={isUploading}
          onClick={() => file.current?.click()}
        />
        {isPicture && (
          <ToolButton
            {...common('alt')}
            icon={IconTextCaption}
            label={t.alt}
            onClick={() => setAsked('alt')}
          />
        )}
      </span>
      <input
        ref={file}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp,image/avif"
        aria-label={t.picture}
        onChange={({ currentTarget }) => {
          const [picture] = currentTarget.files ?? [];
          if (picture) void upload(picture);
          currentTarget.value = '';
        }}
      />
      <Suspense>
        {asked === 'link' && (
          <TextModal
            title={t.link}
            label={t.linkAddress}
            hint={t.linkHint}
            type="url"
            max={HREF_MAX}
            value={String(editor.getAttributes('link')['href'] ?? '')}
            problemOf={(value) => (value === '' || isSafeHref(withScheme(value)) ? undefined : t.linkWrong)}
            onSubmit={(value) => setLink(editor, value)}
            onClose={() => setAsked(undefined)}
          />
        )}
        {asked === 'alt' && (
          <TextModal
            title={t.alt}
            label={t.altLabel}
            hint={t.altHint}
            max={NEWS_ALT_MAX}
            value={String(editor.getAttributes('image')['alt'] ?? '')}
            onSubmit={(alt) => editor.chain().focus().updateAttributes('image', { alt }).run()}
            onClose={() => setAsked(undefined)}
          />
        )}
      </Suspense>
    </div>
  );
}

/** Renders again when what the tools show may have changed. */
const useEditorState = (editor: Editor) =>
  useSyncExternalStore(
    (listener) => {
      editor.on('transaction', listener);
      return () => editor.off('transaction', listener);
    },
    () =>
      [
        ...GROUPS.flat().filter(({ isOn }) => isOn?.(editor)),
        editor.isActive('link'),
        editor.isActive('image'),
      ]
        .map((tool) => (typeof tool === 'object' ? tool.name : tool))
        .join(' '),
  );

/** `example.com/page` is meant as a web address, `name@example.com` as one of mail. */
function withScheme(href: string): string {
  if (/^[^\s:/?#@]+@[\p{L}\d-]+(\.[\p{L}\d-]+)+$/u.test(href)) return `mailto:${href}`;
  return /^[\p{L}\d_-]+(\.[\p{L}\d_-]+)+(:\d+)?([/?#]|$)/u.test(href) ? `https://${href}` : href;
}

/** Makes a link of what is selected, or of the address itself where nothing is. */
function setLink(editor: Editor, value: string): void {
  const chain = editor.chain().focus().extendMarkRange('link');
  if (value === '') return void chain.unsetMark('link').run();
  const href = withScheme(value);
  const isNothing = editor.state.selection.empty && !editor.isActive('link');
  if (isNothing)
    chain.insertContent({ type: 'text', text: value, marks: [{ type: 'link', attrs: { href } }] }).run();
  else chain.setMark('link', { href }).run();
  return undefined;
}

interface ToolButtonProps {
  icon: typeof IconBold;
  label: string;
  tabIndex: number;
  isOn?: boolean | undefined;
  isBusy?: boolean;
  onFocus: () => void;
  onClick: () => void;
}

const ToolButton = ({ icon: Icon, label, isOn, isBusy = false, ...button }: ToolButtonProps) => (
  <ActionIcon
    {...button}
    variant={isOn ? 'light' : 'subtle'}
    color={isOn ? 'teal' : 'gray'}
    size={32}
    aria-label={label}
    aria-pressed={isOn}
    title={label}
    loading={isBusy}
    // The cursor stays where it is in the text.
    onMouseDown={(event) => event.preventDefault()}
  >
    <Icon size={18} stroke={1.75} aria-hidden />
  </ActionIcon>
);
