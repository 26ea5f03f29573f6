/** Month of the address, `2026-11`; undefined without a valid one. */
export const monthParam = (params: URLSearchParams): string | undefined =>
  /^[12]\d{3}-(0[1-9]|1[0-2])$/.exec(params.get('month') ?? '')?.[0];
