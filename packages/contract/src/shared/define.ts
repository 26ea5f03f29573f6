import { type AppRoute, initContract, type StandardSchemaV1 } from '@ts-rest/core';
import { ApiError, ERRORS, type ErrorCode, type ErrorStatus, HTTPValidationError } from './errors.ts';

export const c: ReturnType<typeof initContract> = initContract();

/** Who may call a route: anybody, whoever is signed in and active, or superusers alone. */
export type Access = 'public' | 'user' | 'superuser';

/** Who calls a route: the team's web application, the members' mobile app, or another program. */
export type Audience = 'team' | 'app' | 'system';

/** What members read and the team writes, whose changes are counted. */
export type Content = 'daily_messages' | 'news';

/** What members have of their own, counted for each of them. */
export type OwnContent = 'news_reads';

/** What the product knows of a route beside its shapes. */
export interface RouteMetadata {
  access: Access;
  /** The same for all routes of one part of the contract. Answers to the app have ETags; the browser gets no routes of it. */
  audience: Audience;
  /** `{tag}-{function}`: generated clients are named after it. */
  operationId: `${string}-${string}`;
  summary: string;
  /** The refusals of the route's own logic; those that every route shares are not listed. */
  errors: readonly ErrorCode[];
  /** Whether it takes an `Idempotency-Key`, and with one has its effect once. */
  keyed: boolean;
  /** Bytes that its body may have, where other routes' limit is too small for what it declares. */
  bodyLimit?: number;
  /** What its answers are made of and members share, so that the service may remember them until that changes. */
  content?: readonly Content[];
  /** What of their caller's own its answers are made of beside. */
  ownContent?: OwnContent;
  /** `local`: mounted with ENVIRONMENT=local only. */
  environment?: 'local';
}

interface RouteSpec extends Omit<RouteMetadata, 'errors' | 'keyed'> {
  method: AppRoute['method'];
  path: string;
  errors?: readonly ErrorCode[];
  /** By default every change by somebody who is signed in; `false` where a repeat must be judged anew. */
  keyed?: false;
  responses: Record<number, unknown>;
}

type AccessError = {
  public: never;
  user: 'not_authenticated';
  superuser: 'not_authenticated' | 'privileges_required';
};
const ACCESS_ERRORS = {
  public: [],
  user: ['not_authenticated', 'invalid_credentials'],
  superuser: ['not_authenticated', 'invalid_credentials', 'privileges_required'],
} as const satisfies Record<Access, readonly ErrorCode[]>;

/** Refusals that any route can answer with, before or beside its own logic. */
export const SHARED_ERRORS = [
  'bad_request',
  'payload_too_large',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly ErrorCode[];

type CodesOf<R extends RouteSpec> =
  | (typeof SHARED_ERRORS)[number]
  | AccessError[R['access']]
  | (R['errors'] extends readonly ErrorCode[] ? R['errors'][number] : never);

type Refusals<Code extends ErrorCode> = { [Status in ErrorStatus<Code>]: typeof ApiError } & {
  422: typeof HTTPValidationError;
};

/**
 * A schema by its input and output alone (https://standardschema.dev). Zod's own types, which ts-rest compares
 * member by member, take the compiler a minute.
 */
type Plain<Schema> = Schema extends { _zod: { input: infer Input; output: infer Output } }
  ? StandardSchemaV1<Input, Output>
  : Schema;
type AllPlain<Shape> = { [Key in keyof Shape]: Plain<Shape[Key]> };

type Route<R extends RouteSpec> = AllPlain<Omit<R, keyof RouteMetadata | 'responses'>> & {
  responses: AllPlain<R['responses'] & Refusals<CodesOf<R>>>;
  metadata: RouteMetadata & Pick<R, 'audience'>;
  strictStatusCodes: true;
};

/** Declares a route: its success, and from `access` and `errors` every refusal that it can answer. */
export function route<const R extends RouteSpec>(spec: R): Route<R> {
  const {
    access,
    audience,
    operationId,
    summary,
    errors = [],
    bodyLimit,
    content,
    ownContent,
    environment,
    responses,
    ...shape
  } = spec;
  const { keyed = access !== 'public' && spec.method !== 'GET' } = spec;
  const own: ErrorCode[] = [...errors, ...(keyed ? (['call_in_progress'] as const) : [])];
  const codes: ErrorCode[] = [...SHARED_ERRORS, ...ACCESS_ERRORS[access], ...own];
  const refusals = Object.fromEntries(codes.map((code) => [ERRORS[code][0], ApiError]));
  return {
    ...shape,
    responses: { ...refusals, 422: HTTPValidationError, ...responses },
    metadata: {
      access,
      audience,
      operationId,
      summary,
      errors: own,
      keyed,
      ...(bodyLimit && { bodyLimit }),
      ...(content && { content }),
      ...(ownContent && { ownContent }),
      ...(environment && { environment }),
    },
    strictStatusCodes: true,
  } as unknown as Route<R>;
}

/** What the product knows of a route of the contract. */
export const metadataOf = (route: AppRoute): RouteMetadata => route.metadata as RouteMetadata;

/** The header that names a call, so that a repeat is told from another one. */
export const IDEMPOTENCY_KEY = 'idempotency-key';

/** The two ways to send a form; clients of this wire's family use either. */
export const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'] as const;
