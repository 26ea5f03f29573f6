import { type Access, FORM_TYPES, type RouteMetadata } from '@agora/contract/shared/define';
import type { FastifyRequest, RouteOptions } from 'fastify';

interface RouteShape {
  pathParams?: unknown;
  query?: unknown;
  body?: unknown;
  responses?: Record<number, unknown>;
  contentType?: string;
  metadata?: Partial<RouteMetadata>;
}

/** The contract's route that a request is for; empty where it is for none. */
const routeOf = (request: FastifyRequest): RouteShape =>
  (request.routeOptions.config as { tsRestRoute?: RouteShape }).tsRestRoute ?? {};

/** The schemas of what a request is made of. */
export const schemasOf = (request: FastifyRequest): Pick<RouteShape, 'pathParams' | 'query' | 'body'> =>
  routeOf(request);

/** The schema of what a route answers when it succeeds; something else where that is no JSON. */
export const answerOf = ({ config }: Pick<RouteOptions, 'config'>): unknown =>
  (config as { tsRestRoute?: RouteShape } | undefined)?.tsRestRoute?.responses?.[200];

/** Who may make this request. A route that does not say is the superusers'. */
export const accessOf = (request: FastifyRequest): Access => routeOf(request).metadata?.access ?? 'superuser';

/** What the answers of a route are made of, where the contract says so. */
export const sourcesOf = (request: FastifyRequest): Pick<RouteMetadata, 'content' | 'ownContent'> =>
  routeOf(request).metadata ?? {};

/** Whether a route heeds an `Idempotency-Key`. */
export const takesKey = ({ config }: Pick<RouteOptions, 'config'>): boolean =>
  (config as { tsRestRoute?: RouteShape } | undefined)?.tsRestRoute?.metadata?.keyed === true;

/** Bytes that the body of a route may have, if it says so. */
export const bodyLimitOf = ({ config }: Pick<RouteOptions, 'config'>): number | undefined =>
  (config as { tsRestRoute?: RouteShape } | undefined)?.tsRestRoute?.metadata?.bodyLimit;

/** Whether the route takes a form; others take JSON. */
export const takesForm = (request: FastifyRequest): boolean => routeOf(request).contentType === FORM_TYPES[0];

/** Whether the route takes a form with a file. */
export const takesFile = ({ config }: Pick<RouteOptions, 'config'>): boolean =>
  (config as { tsRestRoute?: RouteShape } | undefined)?.tsRestRoute?.contentType === FORM_TYPES[1];

/** Whether the route has a body at all; its schema is then an object. */
export const takesJson = (request: FastifyRequest): boolean =>
  !takesForm(request) && !takesFile(request.routeOptions) && typeof routeOf(request).body === 'object';
