import type { FastifyRequest } from 'fastify';

/** Pattern of a request's route: paths and queries may contain addresses and tokens. */
export const patternOf = ({ routeOptions }: FastifyRequest): string | undefined => routeOptions.url;

/** Name of a request in traces and error reports. */
export const nameOf = (request: FastifyRequest): string =>
  `${request.method} ${patternOf(request) ?? 'unknown route'}`;
