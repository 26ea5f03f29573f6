import { contract } from 'virtual:contract';
import { nameOf } from '@agora/contract/features/accounts/accounts.names.rules';
import type { UserBulk } from '@agora/contract/features/accounts/accounts.users.schema';
import { can, type Permission } from '@agora/contract/shared/permissions';
import { IconUsers } from '@tabler/icons-react';
import { ExportButton, ExportSelection } from '../../../components/export-button.tsx';
import { ListTable } from '../../../components/list-table.tsx';
import { NewButton } from '../../../components/new-button.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SelectionBar } from '../../../components/selection-bar.tsx';
import { StateMessage } from '../../../components/state-message.tsx';
import { useBulk } from '../../../components/use-bulk.tsx';
import { useWithPassword } from '../../../components/use-password-prompt.tsx';
import { applicableActions, bulkTarget, useSelection } from '../../../components/use-selection.ts';
import { readList, useListState } from '../../../platform/list-state.ts';
import { toastError, toastSuccess } from '../../../platform/toast.ts';
import { type CountProps, ViewsPanel } from '../../saved-views/views-panel.tsx';
import { useColumnChoice } from '../accounts.preferences.queries.ts';
import {
  actionsOn,
  BULK_ACTIONS,
  type BulkAction,
  filterOf,
  PERMISSION,
  userList,
  userQuery,
} from '../accounts.users.list.ts';
import {
  countUsers,
  useBulkUsers,
  useCurrentUser,
  useRefreshUsers,
  useUsers,
} from '../accounts.users.queries.ts';
import { t } from '../accounts.users.texts.ts';
import { ImportButton } from '../import/import-button.tsx';
import { PushButton } from './push-button.tsx';
import { UserBulkActions } from './user-bulk-actions.tsx';
import { adminColumns, userColumns } from './user-columns.tsx';
import { UserFilters } from './user-filters.tsx';

const useCountOf = (kind: 'members' | 'admin', params: URLSearchParams) =>
  useUsers({ ...userQuery(kind, readList(params, userList)), limit: 0 }).data?.body.count;
const MemberCount = ({ params, children }: CountProps) => children(useCountOf('members', params));
const AdminCount = ({ params, children }: CountProps) => children(useCountOf('admin', params));

/** List of members or of administrators, which differ by one filter. */
export function UsersList({ kind }: { kind: 'members' | 'admin' }) {
  const list = useListState(userList);
  const filter = filterOf(kind, list.filters);
  const isTrash = list.filters.status === 'deleted';
  const query = userQuery(kind, list);
  const users = useUsers(query);
  const rows = users.data?.body.data;
  const count = users.data?.body.count ?? 0;
  const selection = useSelection({
    of: query,
    rows,
    count,
    countAll: () => countUsers(filter),
  });
  const choice = useColumnChoice(kind);
  const [prompt, withPassword] = useWithPassword();
  const { mutateAsync } = useBulkUsers();
  const [report, bulk] = useBulk({
    run: async (body: UserBulk) => (await withPassword(t.passwordAgain, () => mutateAsync({ body }))).body,
    refresh: useRefreshUsers(),
    hrefOf: isTrash ? undefined : (id) => `/${kind}/${id}`,
  });

  async function runBulk(action: BulkAction): Promise<void> {
    const chosen = rows?.filter(({ id }) => selection.ids.has(id)) ?? [];
    const { done, unchanged, skipped, done_at } = await bulk({ action, ...bulkTarget(selection, filter) });
    const ids = chosen
      .filter(({ id, is_active }) => is_active && !skipped.some((one) => one.id === id))
      .map(({ id }) => id);
    const undo = async () => {
      const { done: undone } = await bulk({ action: 'reactivate', ids, deactivated_at: done_at });
      if (undone > 0) toastSuccess(t.reactivateDone(undone));
    };
    const changed = t[`${action}Done`](done, selection.size === 1 ? nameOf(chosen[0]) : undefined);
    if (done > 0)
      toastSuccess(
        unchanged > 0 ? t.withUnchanged(changed, unchanged) : changed,
        action === 'deactivate' && !selection.isAll && ids.length > 0
          ? { label: t.undo, onClick: () => void undo().catch(toastError) }
          : undefined,
      );
    else if (unchanged > 0) toastSuccess(t.unchanged);
    selection.clear();
  }

  const exported = {
    path: contract.users.exportUsers.path,
    query: { ...filter, sort: query.sort },
    fileName: `${kind === 'admin' ? t.exportAdminsFile : t.exportFile}.csv`,
  };
  const me = useCurrentUser();
  const mayDo = (permission: Permission) => can(me, kind === 'admin' ? 'team.administer' : permission);
  const actions = BULK_ACTIONS.filter(
    (action) => isTrash === ['restore', 'erase'].includes(action) && mayDo(PERMISSION[action]),
  );
  const mayPush = kind === 'members' && !isTrash && can(me, 'broadcasts.write');
  const isSelectable = actions.length > 0 || mayPush || mayDo('members.export');
  const add = mayDo('members.write') && (
    <NewButton to={`/${kind}/new`}>{kind === 'admin' ? t.newAdmin : t.newMember}</NewButton>
  );
  return (
    <>
      <PageHeader
        title={kind === 'admin' ? t.admins : t.members}
        text={kind === 'admin' ? t.adminsText : t.membersText}
        actions={
          <>
            {mayDo('members.export') && <ExportButton {...exported} />}
            {kind === 'members' && can(me, 'members.write') && <ImportButton />}
            {add}
          </>
        }
      />
      <ViewsPanel
        list={kind}
        spec={userList}
        Count={kind === 'admin' ? AdminCount : MemberCount}
        columns={choice.chosen}
      />
      <ListTable
        list={list}
        query={users}
        toolbar={<UserFilters kind={kind} list={list} />}
        selectionBar={
          <SelectionBar selection={selection} shown={rows?.length ?? 0} count={count}>
            {mayPush && <PushButton selection={selection} filter={filter} />}
            {mayDo('members.export') && <ExportSelection selection={selection} {...exported} />}
            <UserBulkActions
              actions={applicableActions(actions, selection, rows, actionsOn)}
              count={selection.size}
              onRun={runBulk}
            />
          </SelectionBar>
        }
        label={kind === 'admin' ? t.admins : t.members}
        columns={kind === 'admin' ? adminColumns : userColumns}
        choice={choice}
        selection={isSelectable ? selection : undefined}
        empty={
          <StateMessage
            icon={IconUsers}
            title={kind === 'admin' ? t.emptyAdmins : t.emptyMembers}
            text={kind === 'members' && t.emptyMembersText}
            action={add}
          />
        }
      />
      {report}
      {prompt}
    </>
  );
}
