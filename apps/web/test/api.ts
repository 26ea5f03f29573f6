import { contract } from '@agora/contract';
import { metadataOf } from '@agora/contract/shared/define';
import { type Errors, sharedErrors } from '@agora/contract/shared/errors';
import type { AppRoute, ServerInferResponses, StandardSchemaV1 } from '@ts-rest/core';
import { HttpResponse, http, type JsonBodyType } from 'msw';
import { setupServer } from 'msw/node';

/** A request that a page sent. */
export interface ApiCall {
  params: Record<string, string>;
  query: Record<string, string>;
  /** JSON, an object of the fields of a form, or undefined. */
  body: unknown;
  headers: Headers;
}

/** Status and body of a response, as the contract declares them for a route. */
type MockResponse<Route extends AppRoute> = ServerInferResponses<Route> & {
  headers?: Record<string, string>;
};
type ResponseOrHandler<Route extends AppRoute> =
  | MockResponse<Route>
  | ((call: ApiCall) => MockResponse<Route> | Promise<MockResponse<Route>>);

export const server = setupServer(
  // A closing page reports this after its test.
  http.all('*/api/v1/presence', () => HttpResponse.json({ data: [] })),
);

/** Address of a route, as pages call it. */
export const addressOf = (path: string): string => window.location.origin + path;

/**
 * Problems that fail a test at its end: requests and responses that violate the contract, and errors on the
 * console.
 */
const problems: string[] = [];
export const noteProblem = (problem: string): void => void problems.push(problem);
export const takeProblems = (): string[] => problems.splice(0);

const isSchema = (value: unknown): value is StandardSchemaV1 =>
  typeof value === 'object' && value !== null && '~standard' in value;

async function check(schema: unknown, value: unknown, what: string): Promise<void> {
  if (!isSchema(schema)) return;
  const { issues } = await schema['~standard'].validate(value);
  const problem = issues
    ?.map(({ path, message }) => `${path?.map(String).join('.') ?? ''}: ${message}`)
    .join('; ');
  if (problem) noteProblem(`${what}: ${problem}`);
}

async function bodyOf(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (type.includes('json')) return request.json();
  if (type.includes('form')) return Object.fromEntries(await request.formData());
  return undefined;
}

const routes: AppRoute[] = Object.values(contract).flatMap((router) => Object.values<AppRoute>(router));
/** Addresses without parameters, which take precedence: `/users/me` over `/users/:user_id`. */
const literals = new Set(
  routes.filter(({ path }) => !path.includes(':')).map(({ method, path }) => method + addressOf(path)),
);
const isLiteral = ({ method, url }: Request): boolean => literals.has(method + (url.split('?')[0] ?? ''));

const methodOf = (route: AppRoute) => route.method.toLowerCase() as Lowercase<AppRoute['method']>;

/**
 * Mocks a route of the contract, replacing former mocks. A response that violates the contract does not
 * compile or fails the test; so does an invalid request, unless the response is a 422.
 * @returns the requests that it receives
 */
export function answer<Route extends AppRoute>(
  route: Route,
  responseOrHandler: ResponseOrHandler<Route>,
): ApiCall[] {
  const calls: ApiCall[] = [];
  const routeName = `${route.method} ${route.path}`;
  const { query, pathParams } = route;
  const sentBody = 'body' in route ? route.body : undefined;
  server.use(
    http[methodOf(route)](addressOf(route.path), async ({ request, params }) => {
      if (pathParams && isLiteral(request)) return undefined;
      const call: ApiCall = {
        params: params as Record<string, string>,
        query: Object.fromEntries(new URL(request.url).searchParams),
        body: await bodyOf(request),
        headers: request.headers,
      };
      calls.push(call);
      const {
        status,
        body,
        headers = {},
      } = await (typeof responseOrHandler === 'function' ? responseOrHandler(call) : responseOrHandler);
      if (status !== 422) {
        await check(query, call.query, `Query of ${routeName}`);
        await check(pathParams, call.params, `Path of ${routeName}`);
        await check(sentBody, call.body, `Body of ${routeName}`);
      }
      const declared: unknown = route.responses[status];
      if (declared === undefined) noteProblem(`${routeName} does not answer ${status}`);
      await check(declared, body, `Answer ${status} of ${routeName}`);
      return typeof body === 'string'
        ? HttpResponse.text(body, { status, headers })
        : HttpResponse.json(body as JsonBodyType, { status, headers });
    }),
  );
  return calls;
}

/** Mocks responses outside the contract: from a proxy, a lost connection, an endless wait. */
export const answerUnchecked = (
  route: AppRoute,
  response: (request: Request) => Response | Promise<Response>,
): void => server.use(http[methodOf(route)](addressOf(route.path), ({ request }) => response(request)));

/** Makes all requests to a route fail with a network error. */
export const loseConnection = (route: AppRoute): void => answerUnchecked(route, () => Response.error());

/** Delays the responses of a route until `release` is called. */
export function hold<Route extends AppRoute>(route: Route, responseOrHandler: ResponseOrHandler<Route>) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const calls = answer(route, async (call) => {
    await promise;
    return typeof responseOrHandler === 'function' ? responseOrHandler(call) : responseOrHandler;
  });
  return { calls, release: resolve };
}

/** Rejects the requests to a route with an error that the contract declares for it. */
export function refuse(route: AppRoute, code: string, more: object = {}): ApiCall[] {
  const declaredErrors: Errors = { ...sharedErrors, ...metadataOf(route).errors };
  const [status, detail] = declaredErrors[code] ?? [];
  if (!status) throw new Error(`${route.path} does not refuse with ${code}`);
  const body = { detail, code, request_id: 'test', ...more };
  return answer(route, { status, body } as unknown as MockResponse<AppRoute>);
}

export { contract };
