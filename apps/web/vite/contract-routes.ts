import { contract } from '@agora/contract';
import { metadataOf } from '@agora/contract/shared/define';
import type { Access } from '@agora/contract/shared/permissions';
import type { AppRoute } from '@ts-rest/core';
import type { Plugin } from 'vite';

const MODULE_ID = 'virtual:contract';

/** What a client needs to call a route: schemas, and zod with them, stay on the server. */
const withoutSchemas = ({ method, path, ...rest }: AppRoute, access: Access) => ({
  method,
  path,
  responses: {},
  metadata: { access },
  ...('contentType' in rest && { contentType: rest.contentType }),
});

/** Pages call the routes of the team, and show members what the app shows them. */
const isCalled = ([, route]: [string, AppRoute]) => ['team', 'app'].includes(metadataOf(route).audience);

/** `virtual:contract`: the routes of the contract without their schemas (src/virtual.d.ts types it). */
export const contractRoutes = (): Plugin => ({
  name: 'contract-routes',
  resolveId: (id) => (id === MODULE_ID ? `\0${MODULE_ID}` : undefined),
  load(id) {
    if (id !== `\0${MODULE_ID}`) return undefined;
    const parts = Object.entries(contract as unknown as Record<string, Record<string, AppRoute>>)
      .map(([part, routes]) => [part, Object.entries(routes).filter(isCalled)] as const)
      .filter(([, routes]) => routes.length > 0)
      .map(([part, routes]) => [
        part,
        Object.fromEntries(
          routes.map(([name, route]) => [name, withoutSchemas(route, metadataOf(route).access)]),
        ),
      ]);
    return `export const contract = ${JSON.stringify(Object.fromEntries(parts))};`;
  },
});
