import type { ValidationError } from '@agora/contract/shared/errors';

/** A body that should be JSON and is not. */
export class JsonError extends Error {
  readonly entry: ValidationError;

  /** @param cause what JSON.parse threw; its message tells the reason, a quotation perhaps, and the place */
  constructor(text: string, cause: unknown) {
    super('JSON decode error');
    this.name = 'JsonError';
    const message = cause instanceof Error ? cause.message : '';
    const [, offset = message.includes('end of JSON input') ? text.length : 0] =
      /position (\d+)/.exec(message) ?? [];
    const [error = 'Invalid JSON'] = message.split(/ in JSON at |, (?:\.\.\.)?"| is not valid JSON/);
    this.entry = {
      type: 'json_invalid',
      loc: ['body', Number(offset)],
      msg: 'JSON decode error',
      input: {},
      ctx: { error },
    };
  }
}
