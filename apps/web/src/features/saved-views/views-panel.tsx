import type { SavedView } from '@agora/contract/features/saved-views/saved-views.contract';
import type { ViewList } from '@agora/contract/features/saved-views/saved-views.rules';
import { Alert, Badge, Button, Group, Menu } from '@mantine/core';
import { IconBookmarkPlus, IconChevronDown, IconUsers } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { t as common } from '../../components/components.texts.ts';
import { ScrollableNav } from '../../components/scrollable-nav.tsx';
import { formatNumber } from '../../platform/i18n.ts';
import { COUNT_MAX, isCountCapped, type ListSpec, savedPart } from '../../platform/list-state.ts';
import { toastError, toastSuccess } from '../../platform/toast.ts';
import { useBusy } from '../../platform/use-busy.ts';
import { useCurrentUser } from '../accounts/accounts.users.queries.ts';
import {
  paramsOf,
  useDeleteSavedView,
  useRestoreSavedView,
  useSavedViews,
  useUpdateSavedView,
} from './saved-views.queries.ts';
import { t } from './saved-views.texts.ts';
import { ViewForm } from './view-form.tsx';

/** A tab of a page that is no saved view. */
interface BuiltInTab {
  label: string;
  /** Its address, without the question mark. */
  query: string;
  /** Shown beside the label. */
  badge?: ReactNode;
  /** Folded into a menu beside saved views, unless it is shown. */
  isRare?: boolean;
}

export interface CountProps {
  /** An address of the list. */
  params: URLSearchParams;
  /** Shows the number of its rows; undefined until it is known. */
  children: (count: number | undefined) => ReactNode;
}

interface ViewsPanelProps {
  list: ViewList;
  /** A constant of a module. */
  spec: Pick<ListSpec<Record<string, string | undefined>>, 'parse' | 'sorts'>;
  /** Counts the rows of the list. */
  Count: ComponentType<CountProps>;
  /** Columns that the person has chosen, which a new view keeps. */
  columns?: string | null;
  /** Tabs of the page before the saved views; by default one of all rows. */
  tabs?: readonly BuiltInTab[];
  /** Address of the built-in tab that is shown. */
  tab?: string;
  /** Name of the tabs for screen readers. */
  label?: string;
  /** Page of the list, where its rows are open beside it. */
  path?: string;
  /** At the end of the row. */
  aside?: ReactNode;
}

/** A view with the part of its address that the list still knows. */
interface ShownView extends SavedView {
  known: string;
  /** Filters that no longer exist, as they are named to people. */
  lost: string[];
}

const NAMES: Readonly<Record<string, () => string>> = {
  category_id: () => t.param_category_id,
  author_id: () => t.param_author_id,
  owner_id: () => t.param_owner_id,
  assignee: () => t.param_assignee,
  user_id: () => t.param_user_id,
  segment_id: () => t.param_segment_id,
};

function shownOf(view: SavedView, spec: ViewsPanelProps['spec']): ShownView {
  const known = savedPart(spec, paramsOf(view));
  const kept = new URLSearchParams(known);
  const lost = [...new URLSearchParams(view.query)]
    .filter(([name]) => !kept.has(name))
    .map(([name, value]) => (view.missing.includes(name) && NAMES[name]?.()) || `${name}=${value}`);
  return { ...view, known, lost };
}

/** Tabs of a list: those of its page, and the views that are saved of it. The address holds the whole state of each. */
export function ViewsPanel({
  list,
  spec,
  Count,
  columns = null,
  tabs: own,
  tab = '',
  label = common.views,
  path = '',
  aside,
}: ViewsPanelProps) {
  const tabs: readonly BuiltInTab[] = own ?? [{ label: allOf(list), query: '' }];
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { view?: string } | null };
  const views = useSavedViews(list).map((view) => shownOf(view, spec));
  const here = savedPart(spec, params);
  const isBuiltIn = tabs.some(({ query }) => query === here);
  const same = views.filter(({ known }) => known === here);
  const current = same.find(({ id }) => id === state?.view) ?? (isBuiltIn ? undefined : same[0]);
  // The view whose filters are being changed; a page that is opened again knows it from the history.
  const [last, setLast] = useState(state?.view);
  const next = current?.id ?? (isBuiltIn ? undefined : last);
  if (next !== last) setLast(next);
  const chosen = views.find(({ id }) => id === next);
  const [form, setForm] = useState<'new' | 'rename'>();

  const isFolded = ({ query, isRare }: BuiltInTab) =>
    isRare === true && views.length > 0 && (chosen !== undefined || query !== tab);
  const folded = tabs.filter(isFolded);
  const unfolded = tabs.filter((one) => !isFolded(one));

  const open = ({ id, known }: Pick<ShownView, 'id' | 'known'>) =>
    void navigate(`${path}?${known}`, { state: { ...state, view: id } });

  const link = (query: string, view: string | undefined, isCurrent: boolean) => ({
    component: Link,
    to: `${path}?${query}`,
    state: { ...state, view },
    replace: path === '',
    flex: 'none',
    px: 10,
    ...(isCurrent
      ? { 'aria-current': 'page' as const, variant: 'light' }
      : // Outlined while its filters are changed.
        { variant: view !== undefined && view === chosen?.id ? 'default' : 'subtle', color: 'gray' }),
  });

  // Without views and filters, one tab of all rows is no choice. A search alone must not push down the list.
  const isShown = own || views.length > 0 || withoutSearch(here) !== '' || (columns !== null && path === '');
  // Counts that arrive make the tabs wider.
  const counted = unfolded.filter(({ badge }) => Boolean(badge)).length;
  return (
    <>
      <Group wrap="nowrap" gap="xs" mb="md" {...(!isShown && { display: 'none' })}>
        <ScrollableNav
          aria-label={label}
          current={`${current?.id ?? tab} ${views.length} ${counted}`}
          flex={1}
          miw={0}
        >
          {unfolded.map(({ label: name, query, badge }) => (
            <Button
              key={query}
              {...link(query, undefined, !chosen && query === (own ? tab : here))}
              rightSection={badge ?? (!own && views.length > 0 && <RowCount query={query} Count={Count} />)}
            >
              {name}
            </Button>
          ))}
          {folded.length > 0 && (
            <Menu>
              <Menu.Target>
                <Button
                  variant="subtle"
                  color="gray"
                  flex="none"
                  px={10}
                  rightSection={<IconChevronDown size={15} aria-hidden />}
                >
                  {t.otherTabs}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {folded.map(({ label: name, query }) => (
                  <Menu.Item key={query} component={Link} to={`${path}?${query}`} replace={path === ''}>
                    {name}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
          {views.map((view) => (
            <Button
              key={view.id}
              {...link(view.known, view.id, view.id === current?.id)}
              {...(view.visibility === 'all' && {
                title: sharedText(view),
                leftSection: <IconUsers size={15} role="img" aria-label={t.ofTeam} />,
              })}
              rightSection={<RowCount query={view.known} Count={Count} />}
            >
              <bdi>{view.name}</bdi>
            </Button>
          ))}
        </ScrollableNav>
        {chosen ? (
          <ViewMenu
            view={chosen}
            changed={current ? undefined : here}
            onRevert={() => open(chosen)}
            onForm={setForm}
          />
        ) : (
          (!isBuiltIn || (columns !== null && tab === here && path === '')) && (
            <Button
              variant="default"
              flex="none"
              leftSection={<IconBookmarkPlus size={17} aria-hidden />}
              onClick={() => setForm('new')}
            >
              {t.saveView}
            </Button>
          )
        )}
        {aside}
      </Group>
      {current && current.lost.length > 0 && <LostFilters view={current} />}
      {form && (
        <ViewForm
          list={list}
          query={withColumns(here, columns)}
          view={form === 'rename' ? chosen : undefined}
          onSaved={(view) => form === 'new' && open({ id: view.id, known: savedPart(spec, paramsOf(view)) })}
          onClose={() => setForm(undefined)}
        />
      )}
    </>
  );
}

/** The name of the tab of all rows. */
const allOf = (list: ViewList) => (list === 'ratings' || list === 'audit_log' ? t[`all_${list}`] : t.all);

const sharedText = ({ author }: SavedView) => (author ? t.sharedBy(author) : t.sharedByNobody);

function withoutSearch(query: string): string {
  const params = new URLSearchParams(query);
  params.delete('search');
  return params.toString();
}

/** The address with the columns that the person sees. */
function withColumns(query: string, columns: string | null): string {
  const params = new URLSearchParams(query);
  if (columns !== null) params.set('columns', columns);
  params.sort();
  return params.toString();
}

const RowCount = ({ query, Count }: Pick<ViewsPanelProps, 'Count'> & { query: string }) => (
  <Count params={new URLSearchParams(query)}>
    {(count) =>
      count !== undefined && (
        <Badge h={20} variant="light" color="gray">
          {isCountCapped(count) ? t.atLeast(COUNT_MAX) : formatNumber(count)}
        </Badge>
      )
    }
  </Count>
);

interface ViewMenuProps {
  view: ShownView;
  /** The address, if it differs from that of the view. */
  changed: string | undefined;
  onRevert: () => void;
  onForm: (form: 'new' | 'rename') => void;
}

/** What can be done with the view that is shown, or was before its filters were changed. */
function ViewMenu({ view, changed, onRevert, onForm }: ViewMenuProps) {
  const me = useCurrentUser();
  const { mutateAsync: update } = useUpdateSavedView();
  const { mutateAsync: remove } = useDeleteSavedView();
  const { mutateAsync: restore } = useRestoreSavedView();
  const [isBusy, run] = useBusy((work: () => Promise<void>) => work().catch(toastError));
  const params = { id: view.id };
  const isChanged = changed !== undefined;

  const change = (body: { query: string } | { visibility: 'all' | 'private' }) =>
    run(async () => {
      await update({ params, body: { ...body, version: view.version } });
      toastSuccess(t.saved);
    });
  const undo = async () => {
    await restore({ params });
    toastSuccess(t.restored);
  };
  const removeIt = () =>
    run(async () => {
      await remove({ params });
      toastSuccess(t.removed, { label: t.undo, onClick: () => void undo().catch(toastError) });
    });

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant={isChanged ? 'light' : 'default'}
          flex="none"
          aria-label={isChanged ? `${t.changed}. ${t.actions(view.name)}` : t.actions(view.name)}
          loading={isBusy}
          rightSection={<IconChevronDown size={15} aria-hidden />}
        >
          {isChanged ? t.changed : t.view}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {view.visibility === 'all' && <Menu.Label>{sharedText(view)}</Menu.Label>}
        {isChanged && (
          <>
            <Menu.Item onClick={() => void change({ query: changed })}>{t.saveChanges}</Menu.Item>
            <Menu.Item onClick={() => onForm('new')}>{t.saveNew}</Menu.Item>
            <Menu.Item onClick={onRevert}>{t.revert}</Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Item onClick={() => onForm('rename')}>{t.rename}</Menu.Item>
        {view.visibility !== 'all' ? (
          <Menu.Item onClick={() => void change({ visibility: 'all' })}>{t.share}</Menu.Item>
        ) : (
          view.author_id === me.id && (
            <Menu.Item onClick={() => void change({ visibility: 'private' })}>{t.unshare}</Menu.Item>
          )
        )}
        <Menu.Item c="var(--danger-ink)" onClick={() => void removeIt()}>
          {t.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Says which filters of a view no longer exist. */
function LostFilters({ view }: { view: ShownView }) {
  const { mutateAsync: update } = useUpdateSavedView();
  const [isBusy, run] = useBusy(async () => {
    await update({ params: { id: view.id }, body: { query: view.known, version: view.version } }).catch(
      toastError,
    );
  });
  return (
    <Alert color="yellow" mb="md" role="status">
      <Group gap="xs" justify="space-between">
        <span>{t.missing(view.lost.join(', '))}</span>
        <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => void run()}>
          {t.saveWithout}
        </Button>
      </Group>
    </Alert>
  );
}
