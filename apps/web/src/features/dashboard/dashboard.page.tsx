import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { PageHeader } from '../../components/page-header.tsx';
import { useCurrentUser } from '../accounts/accounts.users.queries.ts';
import { CommunityDashboard } from './community-dashboard.tsx';
import { t } from './dashboard.texts.ts';
import { PersonalDashboard } from './personal-dashboard.tsx';

export function Page() {
  const me = useCurrentUser();
  const firstName = me.full_name?.trim().split(/\s+/)[0];
  return (
    <>
      <PageHeader
        title={t.title}
        text={`${firstName ? t.hello(firstName) : t.helloNobody}. ${me.is_superuser ? t.overview : t.overviewUser}`}
        actions={
          me.is_superuser && (
            <Button component={Link} to="/items" variant="default">
              {t.items}
            </Button>
          )
        }
      />
      {me.is_superuser ? <CommunityDashboard /> : <PersonalDashboard user={me} />}
    </>
  );
}
