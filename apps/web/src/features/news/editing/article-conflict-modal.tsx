import type { NewsContent } from '@agora/contract/features/news/news.schema';
import { ConflictDialog } from '../../../components/conflict-dialog.tsx';
import { formatRelative } from '../../../platform/dates.ts';
import { changedFields, merge, withFieldsOf } from './article-content.ts';
import { t } from './news.conflict.texts.ts';
import { Diff, labelOf, shownOf } from './text-diff.tsx';
import type { ArticleEdit, EditConflict } from './use-article-editing.ts';

interface ConflictModalProps {
  conflict: EditConflict;
  edit: ArticleEdit;
  onSave: (resolved: ArticleEdit) => void;
  onClose: () => void;
}

/**
 * Resolves a conflict between two people, or two windows of one person. Parts that only one side changed are
 * merged; without a common base, all differing parts are shown.
 */
export function ConflictModal({ conflict, edit, onSave, onClose }: ConflictModalProps) {
  const { otherDraft, version } = conflict;
  const theirs = conflict.current as NewsContent;
  const mine = edit.content;
  const base = (conflict.base as NewsContent | undefined) ?? edit.base;
  const { content, conflicts } = base
    ? merge(base, mine, theirs)
    : { content: mine, conflicts: changedFields(mine, theirs) };
  return (
    <ConflictDialog
      title={otherDraft ? t.windowsTitle : t.conflictTitle}
      savedAt={conflict.updated_at}
      savedBy={conflict.updated_by ?? undefined}
      words={
        otherDraft && {
          text: t.windowsText(formatRelative(conflict.updated_at)),
          mine: t.mineWindow,
          theirs: t.theirsWindow,
        }
      }
      parts={conflicts.map((name) => ({
        name,
        label: labelOf(name),
        mine: shownOf(mine, name),
        theirs: shownOf(theirs, name),
      }))}
      render={(part, version) => <Diff before={part.theirs} after={part.mine} shown={version} />}
      onSave={(taken) => {
        const resolved = { ...edit, content: withFieldsOf(content, theirs, taken) };
        onSave(
          otherDraft
            ? { ...resolved, saved_at: otherDraft.saved_at }
            : { ...resolved, version, base: theirs },
        );
      }}
      onClose={onClose}
    />
  );
}
