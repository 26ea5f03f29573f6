import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';

/**
 * Everything from this origin alone, nothing inline, no frames, and no text that becomes script by way of the
 * page's own code (Trusted Types): the token is in local storage. The one exception is how the editor of articles
 * reads what is pasted, in a document apart and after it was cleaned (web, features/news/editing/pasted-html.ts).
 */
const CONTENT_SECURITY_POLICY = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'blob:'],
  connectSrc: ["'self'"],
  fontSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
  objectSrc: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ['ProseMirrorClipboard'],
};

/** What a page could ask a browser for, and ours never does. */
const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

const PERMISSIONS_POLICY = UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ');

/**
 * All headers, as helmet has them for these settings. They are the same each time: asking helmet for them once instead
 * of at each request saves half of what a small answer costs.
 */
function securityHeaders(): Record<string, string> {
  const headers: Record<string, string> = { 'permissions-policy': PERMISSIONS_POLICY };
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: CONTENT_SECURITY_POLICY },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
    xFrameOptions: { action: 'deny' },
  })({} as IncomingMessage, response as unknown as ServerResponse, () => {});
  return headers;
}

/** Headers that mean something for JSON too; all others are about documents, which JSON never is. */
const FOR_ALL = new Set([
  'x-content-type-options',
  'strict-transport-security',
  'referrer-policy',
  'cross-origin-resource-policy',
]);

const ALL_HEADERS = securityHeaders();
const HEADERS = Object.entries(ALL_HEADERS);
const POLICY = ALL_HEADERS['content-security-policy'] ?? '';

/** The policy of a page whose own scripts add `<style>` elements that carry this nonce (CSP 3, 6.7.2.3). */
export const policyWithStyleNonce = (nonce: string): string =>
  POLICY.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`);

/** Go out with every answer. No cache keeps it, unless its route says otherwise, whatever the path is spelt like. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(HEADERS.filter(([name]) => FOR_ALL.has(name))),
  'cache-control': 'no-store',
};

const PAGE_HEADERS = HEADERS.filter(([name]) => !FOR_ALL.has(name));

/** Puts on an answer the headers of every answer. */
export function addCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(COMMON_HEADERS).header('x-request-id', request.id);
}

/** Puts on pages and files the headers that JSON does not need, unless their route has set its own. */
export function addPageHeaders(reply: FastifyReply): void {
  const type = reply.getHeader('content-type');
  if (typeof type !== 'string' || type.startsWith('application/json')) return;
  for (const [name, value] of PAGE_HEADERS) if (!reply.hasHeader(name)) void reply.header(name, value);
}
