import { contract } from 'virtual:contract';
import { useSearchParams } from 'react-router';
import { NewButton } from '../../components/new-button.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { oneOf, readList } from '../../platform/list-state.ts';
import { useColumnChoice } from '../accounts/accounts.preferences.queries.ts';
import { useAllowed } from '../accounts/accounts.users.queries.ts';
import { type CountProps, ViewsPanel } from '../saved-views/views-panel.tsx';
import { CategoriesView } from './categories/categories-view.tsx';
import { newsList, newsQuery } from './news.list.ts';
import { useArticles } from './news.queries.ts';
import { t } from './news.texts.ts';
import { NewsView } from './news-view.tsx';

const VIEWS = ['list', 'categories', 'trash'] as const;

const queryOf = (view: (typeof VIEWS)[number]) => (view === 'list' ? '' : `view=${view}`);

const NewsCount = ({ params, children }: CountProps) =>
  children(
    useArticles({ ...newsQuery(readList(params, newsList), params.get('view') === 'trash'), limit: 0 }).data
      ?.body.count,
  );

/** The articles of the app. */
export function Page() {
  const [params] = useSearchParams();
  const view = oneOf(params, 'view', VIEWS) ?? 'list';
  const { chosen } = useColumnChoice(view === 'trash' ? 'news_trash' : 'news');
  const mayAdd = useAllowed(contract.news.createNews);
  return (
    <>
      <PageHeader
        title={t.title}
        text={t.text}
        actions={mayAdd && <NewButton to="/news/new">{t.add}</NewButton>}
      />
      <ViewsPanel
        list="news"
        spec={newsList}
        Count={NewsCount}
        columns={chosen}
        tabs={VIEWS.map((name) => ({ label: t[name], query: queryOf(name), isRare: name !== 'list' }))}
        tab={queryOf(view)}
      />
      {view === 'categories' ? <CategoriesView /> : <NewsView key={view} isTrash={view === 'trash'} />}
    </>
  );
}
