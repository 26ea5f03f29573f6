import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';

/**
 * Everything from this origin alone, nothing inline, no frames, and no text that becomes script by way of the
 * page's own code (Trusted Types): the token is in local storage. The one exception is how the editor of articles
 * reads what is pasted, in a document apart and after it was cleaned (web, features/news/pasted-html.ts).
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
 * The headers of every answer, as helmet has them for these settings. They are the same each time: asking
 * helmet for them once instead of at each request saves half of what a small answer costs.
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

/** Go out with every answer, whatever made it: routes, files, refusals, and what never became a request. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = securityHeaders();

/** Puts on an answer what every answer has. Of the API's none is kept; pages and files say so themselves. */
export function addCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(SECURITY_HEADERS).header('x-request-id', request.id);
  if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store');
}
