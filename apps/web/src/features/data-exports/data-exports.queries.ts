import { contract } from 'virtual:contract';
import {
  RETENTION_DAYS_MIN,
  type RetentionCode,
} from '@agora/contract/features/data-exports/data-exports.rules';
import { fetchApi, readBody } from '../../platform/api.ts';
import { tsr } from '../../platform/client.ts';
import { save } from '../../platform/download.ts';
import { refresh } from '../../platform/query-client.ts';
import { useIdempotent } from '../../platform/use-idempotent.ts';

/** The kinds of personal data that are kept, with their days. */
export const useKeptData = () => tsr.dataExports.readKeptData.useQuery({ queryKey: ['data-protection'] });

const RETENTION = ['data-protection', 'retention'];

/** The periods that superusers choose. */
export const useRetention = () => tsr.dataExports.readRetention.useQuery({ queryKey: RETENTION });

/** What a period would delete now; without days, nothing is asked. */
export const useRetentionPreview = (code: RetentionCode, days: number | null) =>
  tsr.dataExports.previewRetention.useQuery({
    queryKey: [...RETENTION, code, days],
    queryData: { params: { code }, query: { days: days ?? RETENTION_DAYS_MIN } },
    enabled: days !== null,
  });

export const useUpdateRetention = () =>
  tsr.dataExports.updateRetention.useMutation({ onSuccess: () => refresh(['data-protection']) });

export const useRequestMyDataExport = () => useIdempotent(tsr.dataExports.requestMyDataExport.useMutation());
export const useRequestDataExport = () => useIdempotent(tsr.dataExports.requestDataExport.useMutation());

/** Saves the copy of somebody's data that a mailed link leads to. @throws {ApiError} */
export async function downloadDataExport(token: string, fileName: string): Promise<void> {
  const { path, method } = contract.dataExports.downloadDataExport;
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ token });
  const response = await fetchApi({ path, method, headers, body, isStream: true, keepsSession: true });
  save(await readBody(response, (received) => received.blob()), fileName);
}
