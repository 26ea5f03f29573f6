import { useSearchParams } from 'react-router';
import { NewButton } from '../../components/new-button.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ViewLinks } from '../../components/view-links.tsx';
import { oneOf } from '../../platform/list-state.ts';
import { CategoriesView } from './categories/categories-view.tsx';
import { t } from './news.texts.ts';
import { NewsView } from './news-view.tsx';

const VIEWS = ['list', 'categories', 'trash'] as const;

/** The articles of the app. */
export function Page() {
  const [params] = useSearchParams();
  const view = oneOf(params, 'view', VIEWS) ?? 'list';
  return (
    <>
      <PageHeader title={t.title} text={t.text} actions={<NewButton to="/news/new">{t.add}</NewButton>} />
      <ViewLinks views={VIEWS.map((name) => ({ name, label: t[name] }))} view={view} />
      {view === 'categories' ? <CategoriesView /> : <NewsView key={view} isTrash={view === 'trash'} />}
    </>
  );
}
