import { type AppRoute, initContract, type StandardSchemaV1 } from '@ts-rest/core';
import { ApiError, type Errors, HTTPValidationError, sharedErrors } from './errors.ts';
import type { Access } from './permissions.ts';

export const c: ReturnType<typeof initContract> = initContract();

/** Caller of a route: the team's web application, the members' mobile app, or another program. */
export type Audience = 'team' | 'app' | 'system';

/** Content that members read and the team writes, with a change counter. */
export type Content = 'daily_messages' | 'news';

/** Content of a single member, with a change counter per member. */
export type OwnContent = 'news_reads';

/** Metadata of a route in addition to its schemas. */
export interface RouteMetadata {
  access: Access;
  /**
   * The same for all routes of one part of the contract. App responses have ETags; the web
   * client does not include the app's routes.
   */
  audience: Audience;
  /** `{tag}-{function}`: name of the function in generated clients. */
  operationId: `${string}-${string}`;
  summary: string;
  /** Errors of the route's own logic, without those that all routes share. */
  errors: Errors;
  /** True if the route accepts an `Idempotency-Key`, which makes it take effect once. */
  keyed: boolean;
  /** Maximum body size in bytes, if the default limit is too small for the schema. */
  bodyLimit?: number;
  /** Shared content in the response, which the service may cache until that content changes. */
  content?: readonly Content[];
  /** The caller's own content in the response. */
  ownContent?: OwnContent;
  /** Headers of its success response, with their descriptions. */
  headers?: Readonly<Record<string, string>>;
  /** `local`: mounted with ENVIRONMENT=local only. */
  environment?: 'local';
  /** True if the route is about the caller's own account: open to the team before a required second factor is set up. */
  ownAccount?: true;
  /** True if pages make the call without user action: it does not keep an idle session alive. */
  unattended?: true;
}

interface RouteSpec<Code extends string = string> extends Omit<RouteMetadata, 'errors' | 'keyed'> {
  method: AppRoute['method'];
  path: string;
  errors?: readonly Code[];
  /** Defaults to true for every change by a signed-in user; `false` if a repeat must be validated again. */
  keyed?: false;
  responses: Record<number, unknown>;
}

type SharedErrors = typeof sharedErrors;
type SharedCode = keyof SharedErrors;

type AccessError<Who extends Access> = Who extends 'public'
  ? never
  : Who extends 'user'
    ? 'not_authenticated'
    : Who extends object
      ? 'not_authenticated' | 'privileges_required' | 'too_many_requests'
      : 'not_authenticated' | 'privileges_required';

/** True if a route rejects callers from the team whose second factor is overdue. */
export const needsSecondFactor = ({
  audience,
  ownAccount,
}: Partial<Pick<RouteMetadata, 'audience' | 'ownAccount'>>): boolean => audience !== 'app' && !ownAccount;

function accessErrors(spec: Pick<RouteMetadata, 'access' | 'audience' | 'ownAccount'>): SharedCode[] {
  const { access } = spec;
  if (access === 'public') return [];
  return [
    'not_authenticated',
    'invalid_credentials',
    ...(access === 'user' ? [] : (['privileges_required'] as const)),
    // API keys have a limit of their own, and these routes alone.
    ...(typeof access === 'object' ? (['too_many_requests'] as const) : []),
    ...(needsSecondFactor(spec) ? (['second_factor_setup_required'] as const) : []),
  ];
}

/** Errors that every route can return, before or beside its own logic. */
export const SHARED_ERRORS = [
  'bad_request',
  'payload_too_large',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly SharedCode[];

type CodesOf<R extends RouteSpec> =
  | (typeof SHARED_ERRORS)[number]
  | AccessError<R['access']>
  | (R['errors'] extends readonly string[] ? R['errors'][number] : never);

type ErrorsOf<Own extends Errors, Code extends string> = {
  [Status in Own[Code & keyof Own][0]]: typeof ApiError;
} & {
  422: typeof HTTPValidationError;
};

/**
 * A schema reduced to its input and output (https://standardschema.dev). With Zod's own types, which ts-rest
 * compares member by member, compilation takes a minute.
 */
type Plain<Schema> = Schema extends { _zod: { input: infer Input; output: infer Output } }
  ? StandardSchemaV1<Input, Output>
  : Schema;
type AllPlain<Shape> = { [Key in keyof Shape]: Plain<Shape[Key]> };

type Route<R extends RouteSpec, Own extends Errors> = AllPlain<Omit<R, keyof RouteMetadata | 'responses'>> & {
  responses: AllPlain<R['responses'] & ErrorsOf<Own, CodesOf<R>>>;
  metadata: RouteMetadata & Pick<R, 'audience'>;
  strictStatusCodes: true;
};

/**
 * Returns a function that declares routes with errors from `own` and the shared ones. A route has its success response,
 * and every refusal that follows from its `access` and `errors`.
 */
export function routeWith<const Own extends Errors>(own: Own) {
  const known = { ...sharedErrors, ...own };
  type Known = SharedErrors & Own;
  type Code = keyof Known & string;
  const pick = (codes: readonly Code[]) => codes.map((code) => [code, known[code]] as const);
  return <const R extends RouteSpec<Code>>(spec: R): Route<R, Known> => {
    const {
      access,
      audience,
      operationId,
      summary,
      errors = [],
      bodyLimit,
      content,
      ownContent,
      headers,
      environment,
      ownAccount,
      unattended,
      responses,
      ...shape
    } = spec;
    const { keyed = access !== 'public' && spec.method !== 'GET' } = spec;
    const ownErrors = pick([...errors, ...(keyed ? (['call_in_progress'] as const) : [])]);
    const all = [...pick([...SHARED_ERRORS, ...accessErrors(spec)]), ...ownErrors];
    const refused = Object.fromEntries(all.map(([, [status]]) => [status, ApiError]));
    return {
      ...shape,
      responses: { ...refused, 422: HTTPValidationError, ...responses },
      metadata: {
        access,
        audience,
        operationId,
        summary,
        errors: Object.fromEntries(ownErrors),
        keyed,
        ...(bodyLimit && { bodyLimit }),
        ...(content && { content }),
        ...(ownContent && { ownContent }),
        ...(headers && { headers }),
        ...(environment && { environment }),
        ...(ownAccount && { ownAccount }),
        ...(unattended && { unattended }),
      },
      strictStatusCodes: true,
    } as unknown as Route<R, Known>;
  };
}

/** Declares a route without its own errors. */
export const route = routeWith({});

/** Returns the metadata of a contract's route. */
export const metadataOf = (route: AppRoute): RouteMetadata => route.metadata as RouteMetadata;

/** Header that identifies a call, so that a retry is recognised. */
export const IDEMPOTENCY_KEY = 'idempotency-key';

/** The two encodings of a form; clients of this protocol family use either. */
export const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'] as const;
