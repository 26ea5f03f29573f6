import type { ValidationError } from '@agora/contract/shared/errors';
import { ApiError } from '../src/platform/api-error.ts';

/** Error of a request that the service rejected with an error code. */
export const refusal = (status: number, code: string, more: object = {}): ApiError =>
  new ApiError('/api/v1/test', status, '', { detail: `Refused: ${code}`, code, request_id: 'r-1', ...more });

/** Error of a request with invalid fields. */
export const invalid = (...detail: Partial<ValidationError>[]): ApiError =>
  new ApiError('/api/v1/test', 422, '', {
    detail: detail.map((problem) => ({ type: 'odd', loc: ['body'], msg: 'Too odd', ...problem })),
    code: 'validation_error',
    request_id: 'r-1',
  });

/** Error of a request without a response. */
export const networkError = (): ApiError => new ApiError('/api/v1/test', 0, 'network');
