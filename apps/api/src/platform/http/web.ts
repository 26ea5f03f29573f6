import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../html.ts';
import { policyWithStyleNonce } from './security-headers.ts';

interface WebOptions {
  /** Folder of the built web application. */
  root: string;
  projectName: string;
  defaultLocale: string;
  /** Name of the OpenID Connect provider; empty without one. */
  signInProvider: string;
}

/** Returns the page of the web application, with the configured name and language. */
function pageOf({ root, projectName, defaultLocale, signInProvider }: WebOptions): string {
  const name = escapeHtml(projectName);
  return readFileSync(`${root}/index.html`, 'utf8')
    .replace('<html lang="fr">', `<html lang="${defaultLocale}">`)
    .replace('name="default-locale" content="fr"', `name="default-locale" content="${defaultLocale}"`)
    .replace('<title>Agora</title>', () => `<title>${name}</title>`)
    .replace('name="application-name" content="Agora"', () => `name="application-name" content="${name}"`)
    .replace(
      'name="sign-in-provider" content=""',
      () => `name="sign-in-provider" content="${escapeHtml(signInProvider)}"`,
    );
}

interface Files extends Pick<FastifyStaticOptions, 'prefix' | 'wildcard' | 'globIgnore'> {
  root: string;
  /** Cache header of all hashed assets. */
  cacheControl: string;
}

const serveFiles = (app: FastifyInstance, { cacheControl, ...files }: Files) =>
  app.register(fastifyStatic, {
    ...files,
    index: false,
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', cacheControl),
  });

const ANY_TEXT = /(?:^|,)\s*(?:\*|text)\/\*/;

/**
 * True if a request gets the page. API paths never do; a path that looks like a missing file does only if the client asks
 * for `text/html`.
 */
function isPage(path: string, accept: string | undefined): boolean {
  // Even in another case or with extra slashes: a mistyped API call must not get a page.
  if (/^\/*(api|assets)(\/|$)/i.test(path)) return false;
  const isFile = /(?:^|\/)\.|\.\w+$/.test(path);
  return accept?.includes('text/html') || (!isFile && (accept === undefined || ANY_TEXT.test(accept)));
}

/**
 * Serves the built web application: hashed assets with permanent caching and compression, its page uncached,
 * for every path that is requested as a page.
 */
export async function webRoutes(app: FastifyInstance, options: WebOptions) {
  if (!existsSync(`${options.root}/index.html`)) return;
  const page = pageOf(options);
  // One route for all hashed files: registering one for each would take longer than all other routes.
  await serveFiles(app, {
    root: `${options.root}/assets`,
    prefix: '/assets/',
    cacheControl: 'public, max-age=31536000, immutable',
  });
  await serveFiles(app, {
    root: options.root,
    wildcard: false,
    globIgnore: ['index.html', '{.vite,assets}/**', '*.{br,gz}'],
    cacheControl: 'no-cache',
  });
  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    if (!isPage(request.params['*'], request.headers.accept)) return reply.callNotFound();
    const nonce = randomBytes(16).toString('base64');
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policyWithStyleNonce(nonce))
      .send(page.replace('name="style-nonce" content=""', `name="style-nonce" content="${nonce}"`));
  });
}
