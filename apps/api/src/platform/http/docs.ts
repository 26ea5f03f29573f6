import type { OpenApiDocument } from '@agora/contract/openapi';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { COMPRESSION } from './compression.ts';

/** Swagger UI uses style attributes and data URIs for icons; all else is loaded from here. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves an OpenAPI document, and pages at `/docs` to try its routes. */
export async function docsRoutes(
  app: FastifyInstance,
  { document, path }: { document: OpenApiDocument; path: string },
) {
  app.get(path, { compress: COMPRESSION }, async () => document);
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: CONTENT_SECURITY_POLICY,
    theme: { title: `${document.info.title} API` },
    uiConfig: { layout: 'BaseLayout', persistAuthorization: true, displayRequestDuration: true },
  });
}
