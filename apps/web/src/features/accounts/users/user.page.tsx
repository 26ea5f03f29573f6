import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { UserPublic } from '@agora/contract/features/accounts/accounts.users.schema';
import { can, isTeam } from '@agora/contract/shared/permissions';
import { Alert, Box, Button, Group, Skeleton } from '@mantine/core';
import { IconMessage, IconUserOff } from '@tabler/icons-react';
import { Fragment, useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { Initials } from '../../../components/initials.tsx';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { StateMessage } from '../../../components/state-message.tsx';
import { ViewLinks } from '../../../components/view-links.tsx';
import { ApiError, hasCode } from '../../../platform/api-error.ts';
import { formatDate, formatRelative } from '../../../platform/dates.ts';
import { oneOf } from '../../../platform/list-state.ts';
import { HistoryPanel } from '../../audit/history-panel.tsx';
import { AppPreviewPanel } from '../../dashboard/app-preview-panel.tsx';
import { DevicesPanel } from '../../devices/devices-panel.tsx';
import { WritePanel } from '../../messages/write-panel.tsx';
import { useOrganizationZone } from '../accounts.preferences.queries.ts';
import { useAnybody, useCurrentUser, useUser } from '../accounts.users.queries.ts';
import { t as users } from '../accounts.users.texts.ts';
import { t } from './accounts.user.texts.ts';
import { UserAccess } from './user-access.tsx';
import { ReactivateButton, UserActions } from './user-actions.tsx';
import { UserDanger } from './user-danger.tsx';
import { UserForm } from './user-form.tsx';
import { UserNote } from './user-note.tsx';
import { UserStatusChip } from './user-status.tsx';
import { UserTimeline } from './user-timeline.tsx';

/** The first view is the default: what a member did, and what an administrator may do. */
const VIEWS = {
  members: ['activity', 'account', 'devices', 'app'],
  admin: ['account', 'activity', 'devices'],
} as const;

/** One account: profile, permissions, activity, devices, and deletion. */
export function Page() {
  const { userId = '' } = useParams();
  const { pathname, search, state } = useLocation();
  const kind = pathname.startsWith('/admin') ? 'admin' : 'members';
  const views = VIEWS[kind];
  const view = oneOf(useSearchParams()[0], 'view', views) ?? views[0];
  const back = {
    to: `/${kind}${(state as { from?: string } | null)?.from ?? ''}`,
    label: kind === 'admin' ? t.backToAdmins : t.backToMembers,
  };
  const me = useCurrentUser();
  const { data, error, refetch } = useUser(userId);
  const user = data?.body;
  const [isWriting, setWriting] = useState(false);

  if (!user && error)
    return isMissing(error) ? (
      <Missing back={back} />
    ) : (
      <>
        <PageHeader title={back.label} back={back} />
        <LoadFailure error={error} onRetry={() => void refetch()} />
      </>
    );
  if (!user) return <Loading back={back} />;
  // The role has changed, here or since the link was created.
  if (isTeam(user) !== (kind === 'admin'))
    return <Redirect to={`/${isTeam(user) ? 'admin' : 'members'}/${userId}${search}`} />;
  return (
    <>
      <PageHeader
        back={back}
        figure={<Initials name={nameOf(user)} size={48} />}
        title={nameOf(user)}
        badge={<UserStatusChip user={user} />}
        text={factsOf(user).join(' · ')}
        actions={
          !user.deleted_at && (
            <>
              {kind === 'members' && user.id !== me.id && can(me, 'messages.write') && (
                <Button
                  variant="default"
                  leftSection={<IconMessage size={17} aria-hidden />}
                  onClick={() => setWriting(true)}
                >
                  {t.write}
                </Button>
              )}
              <UserActions key={user.id} user={user} />
            </>
          )
        }
      />
      {isWriting && (
        <WritePanel
          userId={user.id}
          name={nameOf(user)}
          locale={user.locale}
          onClose={() => setWriting(false)}
        />
      )}
      <Deactivation user={user} />
      <ViewLinks views={views.map((name) => ({ name, label: users[name] }))} view={view} />
      {view === 'devices' ? (
        <DevicesPanel userId={user.id} />
      ) : view === 'app' ? (
        <AppPreviewPanel key={user.id} userId={user.id} />
      ) : view === 'activity' ? (
        <>
          <UserNote userId={user.id} />
          <UserTimeline key={user.id} userId={user.id} />
        </>
      ) : (
        <Fragment key={user.id}>
          <UserForm user={user} />
          <UserAccess user={user} />
          {can(me, 'audit_log.read') && <HistoryPanel entity="user" id={user.id} version={user.version} />}
          <UserDanger user={user} listPath={back.to} />
        </Fragment>
      )}
    </>
  );
}

/** Redirects like `Navigate`, without adding it to the bundle of every page. */
function Redirect({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(to, { replace: true }), [navigate, to]);
  return null;
}

const factsOf = ({ email, locale, created_at, last_seen_at }: UserPublic) => [
  email,
  users[locale],
  t.since(formatDate(created_at)),
  last_seen_at ? t.lastSeen(formatRelative(last_seen_at)) : t.neverSeen,
];

const isMissing = (error: unknown) =>
  hasCode(error, 'user_not_found') || (error instanceof ApiError && error.status === 422);

interface Back {
  to: string;
  label: string;
}

const Missing = ({ back }: { back: Back }) => (
  <>
    <PageHeader title={t.userMissing} back={back} />
    <StateMessage icon={IconUserOff} text={t.userMissingText} />
  </>
);

const Loading = ({ back }: { back: Back }) => (
  <>
    <PageHeader back={back} />
    <Skeleton height={280} mb="lg" />
    <Skeleton height={180} />
  </>
);

/** Date, author, reason and end of a deactivation, with a button that ends it now. */
function Deactivation({ user }: { user: UserPublic }) {
  const { deactivated_at, deactivated_by, deactivated_until, deactivation_reason, is_active } = user;
  const { data } = useAnybody(deactivated_by ?? '', { isOn: deactivated_by !== null && !is_active });
  const zone = useOrganizationZone();
  if (is_active) return null;
  const by = nameOf(data?.body);
  const facts = [
    deactivated_at ? t.deactivatedSince(formatDate(deactivated_at)) : users.deactivated,
    by && t.deactivatedBy(by),
    deactivated_until && t.deactivatedUntil(formatDate(deactivated_until, zone)),
  ].filter(Boolean);
  return (
    <Alert color="yellow" mb="lg">
      <Group justify="space-between">
        <Box role="status" miw={0} style={{ overflowWrap: 'anywhere' }}>
          <p>
            <strong>{facts.join(' ')}</strong>
          </p>
          {deactivation_reason && <p dir="auto">{deactivation_reason}</p>}
        </Box>
        {!user.deleted_at && <ReactivateButton user={user} />}
      </Group>
    </Alert>
  );
}
