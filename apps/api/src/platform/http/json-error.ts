import type { ValidationError } from '@agora/contract/shared/errors';

/** A body that should be JSON and is not. */
export class JsonError extends Error {
  readonly entry: ValidationError;

  /** @param cause what JSON.parse threw; its message names the place, after the reason and a quotation */
  constructor(cause: unknown) {
    super('JSON decode error');
    this.name = 'JsonError';
    const message = cause instanceof Error ? cause.message : '';
    const offset = Number(/position (\d+)/.exec(message)?.[1] ?? 0);
    const reason = /^[^,"(]*/
      .exec(message)?.[0]
      .replace(/ in JSON at position.*$/, '')
      .trim();
    this.entry = {
      type: 'json_invalid',
      loc: ['body', offset],
      msg: 'JSON decode error',
      input: {},
      ctx: { error: reason || 'Invalid JSON' },
    };
  }
}
