import type { UserFilter } from '@agora/contract/features/accounts/accounts.users.schema';
import { BULK_IDS_MAX } from '@agora/contract/shared/limits';
import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { Selection } from '../../../components/use-selection.ts';
import { toastError, toastWarning } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { readUserIds } from '../accounts.users.queries.ts';
import { t } from '../accounts.users.texts.ts';

interface PushButtonProps {
  selection: Selection;
  /** Filter of the list, for a selection of all its rows. */
  filter: UserFilter;
}

/** Opens a new push to exactly the selected members. */
export function PushButton({ selection: { ids, isAll, size }, filter }: PushButtonProps) {
  const navigate = useNavigate();
  const [isBusy, open] = useBusy(async () => {
    const member_ids = isAll ? await readUserIds(filter) : [...ids];
    await navigate('/broadcast/new', { state: { member_ids } });
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={isBusy}
      onClick={() =>
        size > BULK_IDS_MAX ? toastWarning(t.pushTooMany(BULK_IDS_MAX)) : void open().catch(toastError)
      }
    >
      {t.push}
    </Button>
  );
}
