import type { ItemPublic } from '@agora/contract/features/items/items.contract';
import { can } from '@agora/contract/shared/permissions';
import { ActionIcon } from '@mantine/core';
import { IconHistory, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { RowButton } from '../../components/row-button.tsx';
import { useMayOpen } from '../../platform/page-access.ts';
import { toastError } from '../../platform/toast.ts';
import { useBusy } from '../../platform/use-busy.ts';
import { useCurrentUser } from '../accounts/accounts.users.queries.ts';
import { useTrash } from './items.queries.ts';
import { t } from './items.texts.ts';

interface ItemRowActionsProps {
  item: ItemPublic;
  onEdit: () => void;
}

export function ItemRowActions({ item, onEdit }: ItemRowActionsProps) {
  const me = useCurrentUser();
  const mayOpen = useMayOpen();
  const history = `/audit-log?entity_id=${item.id}`;
  const remove = useTrash();
  const [isBusy, run] = useBusy(() => remove(item.id).catch(toastError));
  return (
    <>
      {mayOpen(history) && (
        <ActionIcon
          component={Link}
          to={history}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t.historyOf(item.title)}
        >
          <IconHistory size={17} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
      {(item.owner_id === me.id || can(me, 'items.write')) && (
        <>
          <RowButton icon={IconPencil} label={t.edit(item.title)} isMain onClick={onEdit} />
          <RowButton
            icon={IconTrash}
            label={t.remove(item.title)}
            isBusy={isBusy}
            onClick={() => void run()}
          />
        </>
      )}
    </>
  );
}
