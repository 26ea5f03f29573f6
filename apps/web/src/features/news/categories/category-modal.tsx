import type { NewsCategoryPublic } from '@agora/contract/features/news/news.categories.contract';
import { NEWS_CATEGORY_NAME_MAX } from '@agora/contract/features/news/news.rules';
import { LOCALES } from '@agora/contract/shared/locales';
import { CountedField } from '../../../components/counted-field.tsx';
import { FormDialog } from '../../../components/dialog.tsx';
import { hasCode } from '../../../platform/api-error.ts';
import { errorText } from '../../../platform/errors.ts';
import { Localized } from '../../../platform/localized.tsx';
import { required } from '../../../platform/rules.tsx';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { useForm } from '../../../platform/use-form.ts';
import { useSubmit } from '../../../platform/use-submit.tsx';
import classes from '../news.module.css';
import { useCreateCategory, useUpdateCategory } from '../news.queries.ts';
import { t } from './news.categories.texts.ts';

interface CategoryModalProps {
  /** Without one, another is added. */
  category?: NewsCategoryPublic;
  onClose: () => void;
}

/** A category's names and colour. */
export function CategoryModal({ category, onClose }: CategoryModalProps) {
  const { mutateAsync: create } = useCreateCategory();
  const { mutateAsync: update } = useUpdateCategory();
  const form = useForm({
    initialValues: { ...(category?.names ?? { fr: '', en: '' }), color: category?.color ?? '#009688' },
    validate: { fr: required(() => t.nameRequired), en: required(() => t.nameRequired) },
  });
  const { isBusy, submit } = useSubmit(
    form,
    async ({ color, ...names }) => {
      const body = { names, color };
      if (category) await update({ params: { id: category.id }, body });
      else await create({ body });
      toastSuccess(t.categorySaved);
      onClose();
    },
    (error) => {
      if (hasCode(error, 'category_name_taken'))
        form.setFieldError('fr', <Localized text={() => errorText(error)} />);
      else toastError(error);
    },
  );
  return (
    <FormDialog
      title={category ? t.editCategory : t.addCategory}
      onClose={onClose}
      onSubmit={submit}
      isBusy={isBusy}
    >
      {LOCALES.map((locale) => (
        <CountedField
          key={locale}
          label={t.nameIn(locale)}
          lang={locale}
          max={NEWS_CATEGORY_NAME_MAX}
          data-autofocus={locale === 'fr' || undefined}
          {...form.getInputProps(locale)}
          value={form.values[locale]}
        />
      ))}
      <label className={classes.color}>
        {t.color}
        <input type="color" {...form.getInputProps('color')} />
      </label>
    </FormDialog>
  );
}
