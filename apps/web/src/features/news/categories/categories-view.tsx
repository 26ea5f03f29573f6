import { contract } from 'virtual:contract';
import type { NewsCategoryPublic } from '@agora/contract/features/news/news.categories.contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTags, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Loaded } from '../../../components/loaded.tsx';
import { Panel } from '../../../components/panel.tsx';
import { RowButton } from '../../../components/row-button.tsx';
import { StateMessage } from '../../../components/state-message.tsx';
import { useDeletion } from '../../../components/use-deletion.tsx';
import { getLocale } from '../../../platform/i18n.ts';
import { useAllowed } from '../../accounts/accounts.users.queries.ts';
import { CategoryName } from '../category-name.tsx';
import { useCategories, useDeleteCategory } from '../news.queries.ts';
import { t as news } from '../news.texts.ts';
import { CategoryModal } from './category-modal.tsx';
import { t } from './news.categories.texts.ts';

/** The categories that articles are filed under. */
export function CategoriesView() {
  const query = useCategories();
  const mayWrite = useAllowed(contract.newsCategories.updateNewsCategory);
  const { mutateAsync: deleteCategory } = useDeleteCategory();
  const [dialog, remove] = useDeletion<NewsCategoryPublic>({
    question: ({ names, articles }) => ({
      title: t.deleteCategory(names[getLocale()]),
      text: t.deleteCategoryText(articles),
    }),
    run: ({ id }) => deleteCategory({ params: { id } }),
    done: () => t.categoryDeleted,
  });
  const [edited, setEdited] = useState<NewsCategoryPublic | 'new'>();

  return (
    <Panel
      title={news.categories}
      text={t.categoriesText}
      aside={
        mayWrite && (
          <Button
            variant="default"
            leftSection={<IconPlus size={17} aria-hidden />}
            onClick={() => setEdited('new')}
          >
            {t.addCategory}
          </Button>
        )
      }
    >
      <Loaded query={query} height={160}>
        {({ body: { data: categories } }) =>
          categories.length === 0 ? (
            <StateMessage icon={IconTags} title={t.noCategories} text={mayWrite && t.noCategoriesText} />
          ) : (
            <Stack gap={0} component="ul" className="rows">
              {categories.map((category) => (
                <Category
                  key={category.id}
                  category={category}
                  mayWrite={mayWrite}
                  onEdit={() => setEdited(category)}
                  onDelete={() => remove(category)}
                />
              ))}
            </Stack>
          )
        }
      </Loaded>
      {dialog}
      {edited && (
        <CategoryModal {...(edited !== 'new' && { category: edited })} onClose={() => setEdited(undefined)} />
      )}
    </Panel>
  );
}

interface CategoryProps {
  category: NewsCategoryPublic;
  mayWrite: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

function Category({ category, mayWrite, onEdit, onDelete }: CategoryProps) {
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
      {mayWrite && (
        <Group gap={2} wrap="nowrap">
          <RowButton icon={IconPencil} label={t.editOf(name)} onClick={onEdit} />
          <RowButton icon={IconTrash} label={t.eraseOf(name)} onClick={onDelete} />
        </Group>
      )}
    </Group>
  );
}
