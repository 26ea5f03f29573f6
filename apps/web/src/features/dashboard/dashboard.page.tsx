import { isTeam } from '@agora/contract/shared/permissions';
import { useSearchParams } from 'react-router';
import { PageHeader } from '../../components/page-header.tsx';
import { ViewLinks } from '../../components/view-links.tsx';
import { oneOf } from '../../platform/list-state.ts';
import { useCurrentUser } from '../accounts/accounts.users.queries.ts';
import { CommunityDashboard } from './community-dashboard.tsx';
import { t } from './dashboard.texts.ts';
import { PersonalDashboard } from './personal-dashboard.tsx';
import { StatisticsView } from './statistics-view.tsx';

const VIEWS = ['today', 'statistics'] as const;

export function Page() {
  const me = useCurrentUser();
  const [params] = useSearchParams();
  const firstName = me.full_name?.trim().split(/\s+/)[0];
  const view = oneOf(params, 'view', VIEWS) ?? 'today';
  return (
    <>
      <PageHeader
        title={t.title}
        text={`${firstName ? t.hello(firstName) : t.helloNobody}. ${isTeam(me) ? t.overview : t.overviewUser}`}
      />
      {isTeam(me) ? (
        <>
          <ViewLinks views={VIEWS.map((name) => ({ name, label: t[`view_${name}`] }))} view={view} />
          {view === 'statistics' ? <StatisticsView /> : <CommunityDashboard />}
        </>
      ) : (
        <PersonalDashboard user={me} />
      )}
    </>
  );
}
