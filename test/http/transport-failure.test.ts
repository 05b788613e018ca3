import { describe, expect, it } from 'vitest';
import { AbortedError, classifyError, DeadlineError } from '../../src/http/client/transport-failure.js';

const withCode = (code: unknown) =>
  Object.assign(new Error('connect to 10.1.2.3:5432 with token=abc'), { code });

describe('classifyError', () => {
  it.each([
    ['ECONNREFUSED', 'CONNECTION_REFUSED'],
    ['ECONNRESET', 'CONNECTION_RESET'],
    ['EPIPE', 'CONNECTION_RESET'],
    ['UND_ERR_SOCKET', 'CONNECTION_RESET'],
    ['ETIMEDOUT', 'TIMEOUT'],
    ['UND_ERR_CONNECT_TIMEOUT', 'TIMEOUT'],
    ['ENOTFOUND', 'DNS'],
    ['EAI_AGAIN', 'DNS'],
    ['EHOSTUNREACH', 'UNREACHABLE'],
    ['ENETUNREACH', 'UNREACHABLE'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'TLS'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'TLS'],
    ['CERT_HAS_EXPIRED', 'TLS'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'TLS'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'TLS'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'TLS'],
    ['HPE_INVALID_CONSTANT', 'INVALID_RESPONSE'],
    ['UND_ERR_HEADERS_OVERFLOW', 'INVALID_RESPONSE'],
    ['constructor', 'INVALID_RESPONSE'],
    [42, 'INVALID_RESPONSE'],
  ])('%s is %s, in our own words', (code, expected) => {
    const failure = classifyError(withCode(code));
    expect(failure.code).toBe(expected);
    expect(failure.message).not.toMatch(/10\.1|5432|token/);
  });

  it('looks into the attempts at several addresses', () => {
    expect(classifyError(new AggregateError([withCode('ECONNREFUSED'), withCode('EHOSTUNREACH')])).code).toBe(
      'CONNECTION_REFUSED',
    );
  });

  it('knows our own reasons, and accepts values that are not errors', () => {
    expect(classifyError(new AbortedError()).code).toBe('ABORTED');
    expect(classifyError(new DeadlineError(250))).toEqual({
      code: 'TIMEOUT',
      message: 'No complete response within 250ms',
    });
    expect(classifyError(undefined).code).toBe('INVALID_RESPONSE');
    expect(classifyError('boom').code).toBe('INVALID_RESPONSE');
  });
});
