import type { SavedView } from '@agora/contract/features/saved-views/saved-views.contract';
import { VIEW_NAME_MAX, type ViewList } from '@agora/contract/features/saved-views/saved-views.rules';
import { Checkbox } from '@mantine/core';
import { CountedField } from '../../components/counted-field.tsx';
import { FormDialog } from '../../components/dialog.tsx';
import { hasCode } from '../../platform/api-error.ts';
import { errorText } from '../../platform/errors.ts';
import { Localized } from '../../platform/localized.tsx';
import { atMostGraphemes, required, rules } from '../../platform/rules.tsx';
import { toastError, toastSuccess } from '../../platform/toast.ts';
import { useForm } from '../../platform/use-form.ts';
import { useSubmit } from '../../platform/use-submit.tsx';
import { useCreateSavedView, useUpdateSavedView } from './saved-views.queries.ts';
import { t } from './saved-views.texts.ts';

interface ViewFormProps {
  list: ViewList;
  /** Address of a new view. */
  query: string;
  /** The view to rename; a new one if absent. */
  view?: SavedView | undefined;
  onSaved: (view: SavedView) => void;
  onClose: () => void;
}

/** Names a view: a new one, or again. */
export function ViewForm({ list, query, view, onSaved, onClose }: ViewFormProps) {
  const { mutateAsync: create } = useCreateSavedView();
  const { mutateAsync: update } = useUpdateSavedView();
  const form = useForm({
    initialValues: { name: view?.name ?? '', isShared: false },
    validate: {
      name: rules(
        required(() => t.required),
        atMostGraphemes(VIEW_NAME_MAX, () => t.long),
      ),
    },
  });

  function showError(error: unknown): void {
    if (!hasCode(error, 'saved_view_name_taken')) return toastError(error);
    form.setFieldError('name', <Localized text={() => errorText(error)} />);
    form.getInputNode('name')?.focus();
    return undefined;
  }

  const { isBusy, submit } = useSubmit(
    form,
    async ({ name, isShared }) => {
      const { body } = view
        ? await update({ params: { id: view.id }, body: { name, version: view.version } })
        : await create({ body: { list, name, query, visibility: isShared ? 'all' : 'private' } });
      toastSuccess(t.saved);
      onSaved(body);
      onClose();
    },
    showError,
  );

  return (
    <FormDialog
      title={view ? t.renameTitle(view.name) : t.newTitle}
      onClose={onClose}
      onSubmit={submit}
      isBusy={isBusy}
    >
      {!view && <p>{t.newText}</p>}
      <CountedField
        label={t.name}
        max={VIEW_NAME_MAX}
        dir="auto"
        data-autofocus
        {...form.getInputProps('name')}
        value={form.values.name}
      />
      {!view && (
        <Checkbox
          label={t.share}
          description={t.shareText}
          {...form.getInputProps('isShared', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  );
}
