import { contract } from 'virtual:contract';
import { Link } from 'react-router';
import { firstIn } from '../../../platform/default-locale.ts';
import { useAllowed } from '../../accounts/accounts.users.queries.ts';
import { useArticles } from '../../news/news.queries.ts';
import { t } from './broadcasts.compose.texts.ts';

/** The article that a link such as `/news/summer` leads to, by its title; the link itself without one, or for those who may not see articles. */
export function LinkedArticle({ link }: { link: string }) {
  const slug = link.slice(link.lastIndexOf('/') + 1);
  const { data } = useArticles({ slug, limit: 1 }, { isOn: useAllowed(contract.news.readNews) });
  const article = data?.body.data.find((found) => found.slug === slug);
  const title = article && firstIn((locale) => article.titles[locale]);
  if (!title) return <code>{link}</code>;
  return (
    <>
      {t.article} <Link to={`/news/${article.id}`}>{title}</Link>
    </>
  );
}
