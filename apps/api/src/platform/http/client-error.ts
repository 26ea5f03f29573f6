import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode } from '@agora/contract/registry';
import { COMMON_HEADERS } from './security-headers.ts';

const CODES: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Responds to input that is not valid HTTP: malformed lines, too many headers, slow senders. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const code = CODES[error.code ?? ''] ?? 'bad_request';
  const [status, detail] = ERRORS[code];
  const request_id = crypto.randomUUID();
  const body = JSON.stringify({ detail, code, request_id });
  const headers = {
    ...COMMON_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': request_id,
    connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${detail}\r\n${head.join('\r\n')}\r\n\r\n${body}`);
}
