import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode } from '@agora/contract/shared/errors';

const CODES: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Answers what is not HTTP enough to become a request: broken lines, floods of headers, dawdlers. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const code = CODES[error.code ?? ''] ?? 'bad_request';
  const [status, detail] = ERRORS[code];
  const body = JSON.stringify({ detail, code, request_id: crypto.randomUUID() });
  const head = [
    `HTTP/1.1 ${status} ${detail}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
  ].join('\r\n');
  socket.end(`${head}\r\n\r\n${body}`);
}
