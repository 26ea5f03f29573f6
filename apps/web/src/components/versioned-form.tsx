import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { VersionedForm } from '../platform/use-versioned-form.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';

interface VersionedFormDialogsProps<Values extends Record<string, unknown>, Part extends string> {
  editing: VersionedForm<Values, Part>;
  /** Title of the conflict dialog. */
  title: string;
  labelOf: (part: Part) => string;
  textOf: (values: Values, part: Part) => string;
}

/** Dialogs for conflicts with other editors and for leaving with unsaved changes. */
export function VersionedFormDialogs<Values extends Record<string, unknown>, Part extends string>({
  editing: { form, clash, isDirty, save, forget, resolve, postpone },
  title,
  labelOf,
  textOf,
}: VersionedFormDialogsProps<Values, Part>) {
  const by = clash?.saved.updated_by;
  return (
    <>
      <UnsavedGuard isDirty={isDirty} onLeave={forget} onSave={save} />
      {clash && (
        <ConflictDialog
          title={title}
          savedAt={clash.saved.updated_at}
          savedBy={nameOf(by)}
          parts={clash.parts.map((name) => ({
            name,
            label: labelOf(name),
            mine: textOf(form.getValues(), name),
            theirs: textOf(clash.values, name),
          }))}
          theirs={clash.theirs}
          onSave={resolve}
          onClose={postpone}
        />
      )}
    </>
  );
}
