import { describe, expect, it } from 'vitest';
import { StartError, startProblem } from './errors.ts';

const fault = (message: string, code?: string, cause?: Error) =>
  Object.assign(new Error(message, { cause }), { code });

describe('startProblem', () => {
  it.each([
    ['of a system call', fault('write', 'ENOSPC')],
    ['of a quota', fault('write', 'EDQUOT')],
    ['of PostgreSQL', fault('could not extend file', '53100')],
    ['of a program', fault('Command failed: initdb\nFATAL: could not write: No space left on device')],
    ['behind another error', fault('Failed query', undefined, fault('full', '53100'))],
    ['of the embedded PostgreSQL', new StartError('did not start:\nNo space left on device')],
  ])('reports a full disk in one sentence: %s', (_name, error) => {
    expect(startProblem(error)).toMatch(/^The disk is full.+\.$/);
  });

  it.each([
    ['ECONNREFUSED', /check DATABASE_URL/],
    ['08P01', /check DATABASE_URL/],
    ['25006', /leads to a standby/],
    ['CONNECTION_CLOSED', /its log tells why/],
    ['57P01', /its log tells why/],
    ['CERT_HAS_EXPIRED', /certificate of the database is not accepted/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /NODE_EXTRA_CA_CERTS/],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /NODE_EXTRA_CA_CERTS/],
  ])('reports a database that fails with %s', (code, sentence) => {
    expect(startProblem(fault('x', code))).toMatch(sentence);
  });

  it('reports the error of the database that Drizzle wraps in that of a query', () => {
    const refused = fault('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED');
    expect(startProblem(fault('Failed query: select 1', undefined, refused))).toMatch(
      /^The database can't be used \(connect ECONNREFUSED 127.0.0.1:5432\)/,
    );
  });

  it('returns the message of a StartError and no message for other errors', () => {
    expect(startProblem(new StartError('Port 80 is taken'))).toBe('Port 80 is taken');
    expect(startProblem(fault('x', 'EACCES'))).toBeUndefined();
    expect(startProblem(new TypeError('space left'))).toBeUndefined();
  });
});
