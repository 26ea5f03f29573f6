import type { BuiltInRole } from '@agora/contract/shared/permissions';
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

/** Creates a request that succeeds for its permitted roles. */
export type MakeSample = (t: TestService, caller: Account) => Promise<Sample> | Sample;

/** Who has access to a route: everyone, those who are signed in, or some or all of the team. */
export type Group = 'public' | 'user' | 'team';

/** A request that always fails: its success needs something that no request can create. */
interface Refused {
  access: Group;
  sample: Sample;
  /** Expected status. */
  status: number;
  /** Reason, and place of the test of its success. */
  why: string;
}

/** Who may see a text about a member (attack/markers.deep.test.ts). */
export type Viewer = 'anonymous' | 'other' | 'self' | 'superuser';

/**
 * Requests of a feature's routes, by access and operation. They repeat whether a route is for the team: changing it
 * only in the contract fails the tests. Permissions are in `openapi.json`, to be reviewed.
 */
export interface Samples extends Partial<Record<Group, Record<string, MakeSample>>> {
  refused?: Record<string, Refused>;
  /** Exceptions in the access matrix, in the order of ROLES (attack/access.table.ts). */
  statuses?: Record<string, string>;
  /** Exceptions for roles of the team: routes whose handler looks at the row, too. */
  teamStatuses?: Record<string, Partial<Record<BuiltInRole | 'powerless', string>>>;
  /** Exceptions for ids of others, in the order of IDS. */
  foreignIds?: Record<string, string>;
  /**
   * Roles that may see each text about a member, by column; each must see it, which proves that the search works.
   * Columns that are not listed are not visible to anyone.
   */
  shownTo?: Record<string, readonly Viewer[]>;
  /** Table of the id in the paths that contain a text. */
  tables?: Record<string, string>;
}

export const none: MakeSample = () => ({});

/** Path of a request, with parameters encoded by `encode`. */
export const pathOf = (route: AppRoute, { params = {}, query }: Sample, encode = encodeURIComponent) => {
  const path = Object.entries(params).reduce(
    (url, [name, value]) => url.replace(`:${name}`, () => encode(value)),
    route.path,
  );
  return query ? `${path}?${query}` : path;
};

/** A form with one file. */
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
