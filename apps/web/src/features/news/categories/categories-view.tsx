import type { NewsCategoryPublic } from '@agora/contract/features/news/news.categories.contract';
import { ActionIcon, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTags, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { Panel } from '../../../components/panel.tsx';
import { StateMessage } from '../../../components/state-message.tsx';
import { useConfirm } from '../../../components/use-confirm.tsx';
import { getLocale } from '../../../platform/i18n.ts';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { CategoryName } from '../category-name.tsx';
import { useCategories, useDeleteCategory } from '../news.queries.ts';
import { t as news } from '../news.texts.ts';
import { CategoryModal } from './category-modal.tsx';
import { t } from './news.categories.texts.ts';

/** The categories that articles are filed under. */
export function CategoriesView() {
  const { data, error, refetch } = useCategories();
  const categories = data?.body.data;
  const { mutateAsync: deleteCategory } = useDeleteCategory();
  const [dialog, confirm] = useConfirm();
  const [edited, setEdited] = useState<NewsCategoryPublic | 'new'>();

  async function remove({ id, names, articles }: NewsCategoryPublic): Promise<void> {
    const isSure = await confirm({
      title: t.deleteCategory(names[getLocale()]),
      text: t.deleteCategoryText(articles),
      action: news.delete,
      isDangerous: true,
    });
    if (!isSure) return;
    await deleteCategory({ params: { id } });
    toastSuccess(t.categoryDeleted);
  }

  return (
    <Panel
      title={news.categories}
      text={t.categoriesText}
      aside={
        <Button
          variant="default"
          leftSection={<IconPlus size={17} aria-hidden />}
          onClick={() => setEdited('new')}
        >
          {t.addCategory}
        </Button>
      }
    >
      {error && !categories ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : !categories ? (
        <Skeleton height={160} radius="md" />
      ) : categories.length === 0 ? (
        <StateMessage icon={IconTags} title={t.noCategories} text={t.noCategoriesText} />
      ) : (
        <Stack gap={0} component="ul" className="rows">
          {categories.map((category) => (
            <Category
              key={category.id}
              category={category}
              onEdit={() => setEdited(category)}
              onDelete={() => void remove(category).catch(toastError)}
            />
          ))}
        </Stack>
      )}
      {dialog}
      {edited && (
        <CategoryModal {...(edited !== 'new' && { category: edited })} onClose={() => setEdited(undefined)} />
      )}
    </Panel>
  );
}

interface CategoryProps {
  category: NewsCategoryPublic;
  onEdit: () => void;
  onDelete: () => void;
}

function Category({ category, onEdit, onDelete }: CategoryProps) {
  const { id, names, color, articles } = category;
  const locale = getLocale();
  const other = locale === 'fr' ? 'en' : 'fr';
  const name = names[locale];
  return (
    <Group component="li" gap="sm" py="xs" wrap="nowrap">
      <Stack gap={0} flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <CategoryName name={name} color={color} />
        <Text lang={other} c="dimmed" size="xs" span>
          {names[other]}
        </Text>
      </Stack>
      <Text component={Link} to={`/news?category_id=${id}`} flex="none">
        {t.inArticles(articles)}
      </Text>
      <Group gap={2} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t.editOf(name)}
          title={t.editOf(name)}
          onClick={onEdit}
        >
          <IconPencil size={17} stroke={1.75} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={news.deleteOf(name)}
          title={news.deleteOf(name)}
          onClick={onDelete}
        >
          <IconTrash size={17} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Group>
    </Group>
  );
}
