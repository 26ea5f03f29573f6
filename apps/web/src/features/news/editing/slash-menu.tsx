import { folded } from '@agora/contract/shared/folded';
import { Paper, UnstyledButton } from '@mantine/core';
import {
  IconBlockquote,
  IconH2,
  IconH3,
  IconLine,
  IconList,
  IconListNumbers,
  IconPhotoPlus,
  type TablerIcon,
} from '@tabler/icons-react';
import { type ChainedCommands, type Editor, Extension } from '@tiptap/core';
import { ReactRenderer } from '@tiptap/react';
import { Suggestion } from '@tiptap/suggestion';
import { type Ref, useEffect, useId, useImperativeHandle, useState } from 'react';
import { t } from './news.body.texts.ts';
import classes from './news.editing.module.css';

interface Block {
  name: 'h2' | 'h3' | 'bulletList' | 'orderedList' | 'blockquote' | 'divider' | 'picture';
  icon: TablerIcon;
  /** Inserts the block, or formats the paragraph; a picture is chosen first. */
  insert?: (chain: ChainedCommands) => ChainedCommands;
}

const BLOCKS: readonly Block[] = [
  { name: 'h2', icon: IconH2, insert: (chain) => chain.setHeading({ level: 2 }) },
  { name: 'h3', icon: IconH3, insert: (chain) => chain.setHeading({ level: 3 }) },
  { name: 'bulletList', icon: IconList, insert: (chain) => chain.toggleBulletList() },
  { name: 'orderedList', icon: IconListNumbers, insert: (chain) => chain.toggleOrderedList() },
  { name: 'blockquote', icon: IconBlockquote, insert: (chain) => chain.toggleBlockquote() },
  { name: 'divider', icon: IconLine, insert: (chain) => chain.setHorizontalRule() },
  { name: 'picture', icon: IconPhotoPlus },
];

/** A menu of blocks, opened by a slash at the start of a paragraph and filtered by what follows it. */
export const SlashMenu = Extension.create<{ choosePicture: () => void }>({
  name: 'slashMenu',
  addOptions: () => ({ choosePicture: () => {} }),
  addProseMirrorPlugins() {
    const { choosePicture } = this.options;
    return [
      Suggestion<Block, Block>({
        editor: this.editor,
        char: '/',
        // Elsewhere a slash is part of the text.
        startOfLine: true,
        items: ({ query }) => BLOCKS.filter(({ name }) => folded(t[name]).includes(folded(query))),
        command({ editor, range, props: { insert } }) {
          const chain = editor.chain().focus().deleteRange(range);
          (insert?.(chain) ?? chain).run();
          if (!insert) choosePicture();
        },
        render() {
          let list: ReactRenderer<BlockListKeys, BlockListProps> | undefined;
          let unmount: (() => void) | undefined;
          return {
            onStart(props) {
              list = new ReactRenderer(BlockList, {
                editor: props.editor,
                props,
                className: classes.over ?? '',
              });
              unmount = props.mount(list.element);
            },
            onUpdate: (props) => list?.updateProps(props),
            onKeyDown: ({ event }) => list?.ref?.press(event.key) ?? false,
            onExit() {
              unmount?.();
              list?.destroy();
            },
          };
        },
      }),
    ];
  },
});

interface BlockListKeys {
  /** Returns true if the list has used the key. */
  press: (key: string) => boolean;
}

interface BlockListProps {
  editor: Editor;
  items: readonly Block[];
  command: (block: Block) => void;
  ref?: Ref<BlockListKeys>;
}

/** The blocks that match. The focus stays in the text, which names the selected block to screen readers. */
function BlockList({ editor, items, command, ref }: BlockListProps) {
  const id = useId();
  const [name, setName] = useState<Block['name']>();
  const index = Math.max(
    0,
    items.findIndex((block) => block.name === name),
  );
  const selected = items[index];

  useImperativeHandle(ref, () => ({
    press(key) {
      if (!selected) return false;
      const step = { ArrowDown: 1, ArrowUp: items.length - 1 }[key];
      if (step) setName(items[(index + step) % items.length]?.name);
      else if (key === 'Enter' || key === 'Tab') command(selected);
      else return false;
      return true;
    },
  }));

  useEffect(() => {
    const { dom } = editor.view;
    if (!selected) return undefined;
    dom.setAttribute('aria-controls', id);
    dom.setAttribute('aria-activedescendant', `${id}-${selected.name}`);
    return () => {
      dom.removeAttribute('aria-controls');
      dom.removeAttribute('aria-activedescendant');
    };
  }, [editor, id, selected]);

  if (!selected) return null;
  return (
    <Paper className={classes.blocks ?? ''} id={id} role="listbox" aria-label={t.blocks} p={4} shadow="md">
      {items.map((block) => (
        <UnstyledButton
          key={block.name}
          id={`${id}-${block.name}`}
          role="option"
          aria-selected={block === selected}
          tabIndex={-1}
          // Keeps the focus in the text.
          onMouseDown={(event) => event.preventDefault()}
          // Unlike `mouseenter`, not when the list opens under a resting pointer.
          onMouseMove={() => setName(block.name)}
          onClick={() => command(block)}
        >
          <block.icon size={18} stroke={1.5} aria-hidden />
          {t[block.name]}
        </UnstyledButton>
      ))}
    </Paper>
  );
}
