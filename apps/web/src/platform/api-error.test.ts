import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';

describe('the error of a failed call', () => {
  it.each([
    [400, 'Bad Request'],
    [401, 'Unauthorized'],
    [403, 'Forbidden'],
    [404, 'Not Found'],
    [409, 'Conflict'],
    [422, 'Validation Error'],
    [429, 'Too Many Requests'],
    [500, 'Internal Server Error'],
  ])(
    'has the message of the specification for status %i, independent of the status text',
    (status, message) => {
      for (const statusText of ['', 'Something else'])
        expect(new ApiError('/api/v1/items/', status, statusText, {}).message).toBe(message);
    },
  );

  it.each([
    [418, 'I’m a teapot', { reason: 'tea' }, '{"reason":"tea"}'],
    [502, '', 'Bad gateway', '"Bad gateway"'],
  ])(
    'has a message with status, status text and body for any other status, such as %i',
    (status, text, body, said) => {
      const { message } = new ApiError('/api/v1/items/', status, text, body);
      expect(message).toBe(`Generic Error: status: ${status}; status text: ${text}; body: ${said}`);
    },
  );

  it('has the url, status, status text and body of the response', () => {
    const body = { detail: 'Item not found', code: 'item_not_found', request_id: 'r1' };
    const error = new ApiError('https://example.com/api/v1/items/1', 404, '', body, 'r2');
    expect(error).toMatchObject({
      name: 'ApiError',
      url: 'https://example.com/api/v1/items/1',
      status: 404,
      statusText: '',
      body,
      requestId: 'r1',
      refusal: body,
    });
    expect(error).toBeInstanceOf(Error);
  });

  it('ignores the body of a response that is not from the API', () => {
    const error = new ApiError('/', 502, 'Bad Gateway', '<h1>Bad gateway</h1>', 'r2');
    expect(error.body).toBe('<h1>Bad gateway</h1>');
    expect(error.refusal).toEqual({});
    expect(error.requestId).toBe('r2');
  });
});
