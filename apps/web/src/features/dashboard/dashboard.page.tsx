import { can, type Permission } from '@agora/contract/shared/permissions';
import { useSearchParams } from 'react-router';
import { PageHeader } from '../../components/page-header.tsx';
import { ViewLinks } from '../../components/view-links.tsx';
import { oneOf } from '../../platform/list-state.ts';
import { useCurrentUser } from '../accounts/accounts.users.queries.ts';
import { CommunityDashboard } from './community-dashboard.tsx';
import { t } from './dashboard.texts.ts';
import { PersonalDashboard } from './personal-dashboard.tsx';
import { StatisticsView, useHasStatistics } from './statistics-view.tsx';

const VIEWS = ['today', 'statistics'] as const;

/** Permissions to read something that the dashboard of the team shows; others have that of members. */
const SHOWN: readonly Permission[] = [
  'daily_messages.read',
  'news.read',
  'broadcasts.read',
  'messages.read',
  'ratings.read',
  'members.read',
  'statistics.read',
  'audit_log.read',
  'team.read',
];

export function Page() {
  const me = useCurrentUser();
  const [params] = useSearchParams();
  const firstName = me.full_name?.trim().split(/\s+/)[0];
  const hasStatistics = useHasStatistics();
  const views = VIEWS.filter((name) => name !== 'statistics' || hasStatistics);
  const view = oneOf(params, 'view', views) ?? 'today';
  const isOfTeam = SHOWN.some((permission) => can(me, permission));
  return (
    <>
      <PageHeader
        title={t.title}
        text={`${firstName ? t.hello(firstName) : t.helloNobody}. ${isOfTeam ? t.overview : t.overviewUser}`}
      />
      {isOfTeam ? (
        <>
          {views.length > 1 && (
            <ViewLinks views={views.map((name) => ({ name, label: t[`view_${name}`] }))} view={view} />
          )}
          {view === 'statistics' ? <StatisticsView /> : <CommunityDashboard />}
        </>
      ) : (
        <PersonalDashboard user={me} />
      )}
    </>
  );
}
