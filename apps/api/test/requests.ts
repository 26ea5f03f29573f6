import type { Access } from '@agora/contract/shared/define';
import type { AppRoute } from '@ts-rest/core';
import type { Account, Answer, TestService } from './harness.ts';

export interface Sample {
  params?: Record<string, string>;
  query?: string;
  json?: unknown;
  /** A picture, sent as the file of a form. */
  file?: Buffer;
  form?: Record<string, string>;
}

/** Makes a request that its rightful callers succeed with. */
export type MakeSample = (t: TestService, caller: Account) => Promise<Sample> | Sample;

/** A request of a route whose success takes something that no request can make. */
interface Refused {
  access: Access;
  sample: Sample;
  /** What it is answered with. */
  status: number;
  /** Why, and where its success is tested. */
  why: string;
}

/**
 * Requests of a noun's routes, by operation and by who may make them. That says the access of each a second time: one
 * that changed in the contract alone fails the tests.
 */
export interface Samples extends Partial<Record<Access, Record<string, MakeSample>>> {
  refused?: Record<string, Refused>;
  /** Rows of the access matrix other than the usual one, in the order of ROLES (attack/access.table.ts). */
  statuses?: Record<string, string>;
  /** Rows for ids of others, other than the usual one, in the order of IDS. */
  foreignIds?: Record<string, string>;
}

export const none: MakeSample = () => ({});

/** The address of a request: parameters as they are, or as the caller encodes them. */
export const pathOf = (route: AppRoute, { params = {}, query }: Sample, encode = encodeURIComponent) => {
  const path = Object.entries(params).reduce(
    (url, [name, value]) => url.replace(`:${name}`, () => encode(value)),
    route.path,
  );
  return query ? `${path}?${query}` : path;
};

/** A form with one file in it. */
export const fileForm = (bytes: Buffer, name = 'picture.png') => ({
  headers: { 'content-type': 'multipart/form-data; boundary=agora' },
  payload: Buffer.concat([
    Buffer.from(
      `--agora\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n--agora--\r\n'),
  ]),
});

export const send = (
  t: TestService,
  { route }: { route: AppRoute },
  sample: Sample,
  token?: string,
): Promise<Answer> => {
  const { json, form, file } = sample;
  return t.call(route.method, pathOf(route, sample), {
    token,
    ...(file && fileForm(file)),
    ...(json !== undefined && { json }),
    ...(form && { form }),
  });
};
