import type { EditorProps } from '@tiptap/pm/view';
import { toastError } from '../../../platform/toast.ts';

/** Cleaner of pasted HTML: its parser weighs as much as the page around it, so it is loaded after the editor. */
let cleaner: typeof import('./pasted-html.ts') | undefined;

export async function loadCleaner(): Promise<void> {
  cleaner ??= await import('./pasted-html.ts');
}

/** Repeats a paste once the cleaner is loaded: a clipboard can be read only while its event lasts. */
function repeatLater({ clipboardData, target }: ClipboardEvent): void {
  const data = new DataTransfer();
  for (const type of ['text/plain', 'text/html']) data.setData(type, clipboardData?.getData(type) ?? '');
  for (const file of clipboardData?.files ?? []) data.items.add(file);
  const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
  void loadCleaner().then(() => target?.dispatchEvent(paste), toastError);
}

/** True for text that can be inserted; Word adds a picture of it. */
export const hasText = (data: DataTransfer | null): boolean => Boolean(data && cleaner?.hasText(data));

export const pasteProps = {
  handleDOMEvents: {
    paste: (_view, event) => {
      if (cleaner) return false;
      event.preventDefault();
      repeatLater(event);
      return true;
    },
  },
  transformPastedHTML: (html) => cleaner?.cleanPaste(html) ?? html,
} satisfies EditorProps;
