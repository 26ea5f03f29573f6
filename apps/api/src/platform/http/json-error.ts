import type { ValidationError } from '@agora/contract/shared/errors';

/** Invalid JSON in a body. */
export class JsonError extends Error {
  readonly entry: ValidationError;

  /**
   * @param cause the error of JSON.parse; its message has the reason, sometimes a quotation, and the position
   */
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
