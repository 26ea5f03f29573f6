import { isDate } from '../../../platform/civil-date.ts';

/** Month of the address, `2026-11`; undefined without a valid one. */
export function monthParam(params: URLSearchParams): string | undefined {
  const month = params.get('month') ?? '';
  return isDate(`${month}-01`) ? month : undefined;
}
