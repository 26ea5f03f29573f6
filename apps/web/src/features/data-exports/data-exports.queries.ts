import { tsr } from '../../platform/client.ts';
import { useIdempotent } from '../../platform/use-idempotent.ts';

/** The kinds of personal data that are kept, with their days. */
export const useKeptData = () => tsr.dataExports.readKeptData.useQuery({ queryKey: ['data-protection'] });

export const useRequestMyDataExport = () => useIdempotent(tsr.dataExports.requestMyDataExport.useMutation());
export const useRequestDataExport = () => useIdempotent(tsr.dataExports.requestDataExport.useMutation());
