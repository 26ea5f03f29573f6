import { useQueryClient } from '@tanstack/react-query';
import { tsr } from '../../platform/client.ts';
import { userKeys } from './accounts.users.queries.ts';

const keyOf = (id: string) => [...userKeys.one(id), 'note'];

export const useNote = (id: string) =>
  tsr.users.readNote.useQuery({ queryKey: keyOf(id), queryData: { params: { user_id: id } } });

export function useUpdateNote(id: string) {
  const queryClient = useQueryClient();
  return tsr.users.updateNote.useMutation({
    onSuccess: (saved) => queryClient.setQueryData(keyOf(id), saved),
  });
}
