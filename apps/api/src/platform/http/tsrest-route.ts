import { FORM_TYPES, needsSecondFactor, type RouteMetadata } from '@agora/contract/shared/define';
import type { Access } from '@agora/contract/shared/permissions';
import type { FastifyRequest, RouteOptions } from 'fastify';

interface RouteShape {
  pathParams?: unknown;
  query?: unknown;
  body?: unknown;
  responses?: Record<number, unknown>;
  contentType?: string;
  metadata?: Partial<RouteMetadata>;
}

/** Returns the contract's route of a request; empty if there is none. */
const routeOf = (request: FastifyRequest): RouteShape =>
  (request.routeOptions.config as { tsRestRoute?: RouteShape }).tsRestRoute ?? {};

/** Returns the request schemas of a route. */
export const schemasOf = (request: FastifyRequest): Pick<RouteShape, 'pathParams' | 'query' | 'body'> =>
  routeOf(request);

/** Returns the response schema of a route's success; something else if that is not JSON. */
export const answerOf = ({ config }: Pick<RouteOptions, 'config'>): unknown =>
  (config as { tsRestRoute?: RouteShape } | undefined)?.tsRestRoute?.responses?.[200];

/** Returns who may make requests of a route. One without `access` is for superusers only. */
export const accessOf = ({ config }: Pick<RouteOptions, 'config'>): Access =>
  (config as { tsRestRoute?: RouteShape } | undefined)?.tsRestRoute?.metadata?.access ?? 'superuser';

/** True if a route rejects callers from the team whose second factor is overdue. */
export const isShutWithoutFactor = ({ config }: Pick<RouteOptions, 'config'>): boolean =>
  needsSecondFactor((config as { tsRestRoute?: RouteShape } | undefined)?.tsRestRoute?.metadata ?? {});

/** Returns the content in a route's response, if the contract declares it. */
export const sourcesOf = (request: FastifyRequest): Pick<RouteMetadata, 'content' | 'ownContent'> =>
  routeOf(request).metadata ?? {};

/** Header of a call without user action: it does not keep an idle session alive, since the user may have left. */
const UNATTENDED = 'x-unattended';

/** True if a user action caused the request, or the client does not say. */
export const isUserAction = (request: FastifyRequest): boolean =>
  request.headers[UNATTENDED] === undefined && routeOf(request).metadata?.unattended !== true;

/** True if a route accepts an `Idempotency-Key`. */
export const takesKey = ({ config }: Pick<RouteOptions, 'config'>): boolean =>
  (config as { tsRestRoute?: RouteShape } | undefined)?.tsRestRoute?.metadata?.keyed === true;

/** Returns the maximum body size of a route in bytes, if declared. */
export const bodyLimitOf = ({ config }: Pick<RouteOptions, 'config'>): number | undefined =>
  (config as { tsRestRoute?: RouteShape } | undefined)?.tsRestRoute?.metadata?.bodyLimit;

/** True if the route accepts a form; others accept JSON. */
export const takesForm = (request: FastifyRequest): boolean => routeOf(request).contentType === FORM_TYPES[0];

/** True if the route accepts a form with a file. */
export const takesFile = ({ config }: Pick<RouteOptions, 'config'>): boolean =>
  (config as { tsRestRoute?: RouteShape } | undefined)?.tsRestRoute?.contentType === FORM_TYPES[1];

/** True if the route has a JSON body; its schema is then an object. */
export const takesJson = (request: FastifyRequest): boolean =>
  !takesForm(request) && !takesFile(request.routeOptions) && typeof routeOf(request).body === 'object';
