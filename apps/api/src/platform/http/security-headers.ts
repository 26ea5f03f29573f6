import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';

/**
 * sonner adds its style sheet without a nonce, at first empty. After an update, the browser's console names the hash of
 * the other one.
 */
const SONNER_STYLES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
];

/**
 * Allows resources of this origin alone, no inline scripts and no frames, and requires Trusted Types, because the
 * access token is in local storage. The one Trusted Types policy lets text through, but no markup (web, public/boot.js).
 */
const CONTENT_SECURITY_POLICY = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", ...SONNER_STYLES],
  imgSrc: ["'self'", 'blob:'],
  connectSrc: ["'self'"],
  fontSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
  objectSrc: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ['default'],
};

/** Browser features that pages never use. */
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
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

const PERMISSIONS_POLICY = UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ');

/**
 * All headers, as helmet sets them for these settings. They are constant: asking helmet once instead of per
 * request halves the cost of a small response.
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

/** Headers that apply to JSON too; all others concern documents. */
const FOR_ALL = new Set([
  'x-content-type-options',
  'strict-transport-security',
  'referrer-policy',
  'cross-origin-resource-policy',
]);

const ALL_HEADERS = securityHeaders();
const HEADERS = Object.entries(ALL_HEADERS);
const POLICY = ALL_HEADERS['content-security-policy'] ?? '';

/** Policy of a page whose own scripts add `<style>` elements with this nonce (CSP 3, 6.7.2.3). */
export const policyWithStyleNonce = (nonce: string): string =>
  POLICY.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`);

/** Headers of every response. Caching is off unless the route enables it, however the path is spelt. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(HEADERS.filter(([name]) => FOR_ALL.has(name))),
  'cache-control': 'no-store',
};

const PAGE_HEADERS = HEADERS.filter(([name]) => !FOR_ALL.has(name));

/** Adds the headers of every response. */
export function addCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(COMMON_HEADERS).header('x-request-id', request.id);
}

/** Adds the headers of pages and files, which JSON does not need, unless the route has set its own. */
export function addPageHeaders(reply: FastifyReply): void {
  const type = reply.getHeader('content-type');
  if (typeof type !== 'string' || type.startsWith('application/json')) return;
  for (const [name, value] of PAGE_HEADERS) if (!reply.hasHeader(name)) void reply.header(name, value);
}
