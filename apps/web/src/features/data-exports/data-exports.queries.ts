import { tsr } from '../../platform/client.ts';
import { useIdempotent } from '../../platform/use-idempotent.ts';

export const useRequestMyDataExport = () => useIdempotent(tsr.dataExports.requestMyDataExport.useMutation());
export const useRequestDataExport = () => useIdempotent(tsr.dataExports.requestDataExport.useMutation());
