import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { RedisAddress } from './redis-url.js';

/** How workers reach the Redis of the queues. */
export interface RedisSettings extends RedisAddress {
  /** Prefix of the names of all keys. */
  prefix: string;
  /** PEM. */
  certificates: RedisCertificates;
}

export interface RedisCertificates {
  /** Certificate authorities. Default: those that Node.js trusts. */
  ca?: string | undefined;
  /** The client certificate and its key. */
  cert?: string | undefined;
  key?: string | undefined;
}

/** BullMQ's own default. */
export const DEFAULT_REDIS_PREFIX = 'bull';

export const isCertificate = (pem: string) => isReadable(() => new X509Certificate(pem));
export const isPrivateKey = (pem: string) => isReadable(() => createPrivateKey(pem));

/** Problems with settings that are valid individually. Each is a sentence that begins with a setting. */
export function certificateProblems(
  address: RedisAddress | undefined,
  { ca, cert, key }: RedisCertificates,
): string[] {
  if ((ca ?? cert ?? key) === undefined) return [];
  if (address === undefined) return ['REDIS_TLS_… is set, but REDIS_URL is not'];
  const problems = address.secure
    ? []
    : ['REDIS_URL does not use TLS, but REDIS_TLS_… is set: use rediss:// instead of redis://'];
  if ((cert === undefined) !== (key === undefined))
    problems.push('REDIS_TLS_CERT and REDIS_TLS_KEY must be set together');
  else if (cert !== undefined && key !== undefined && !isPair(cert, key))
    problems.push('REDIS_TLS_KEY is not the key of REDIS_TLS_CERT');
  return problems;
}

function isPair(cert: string, key: string): boolean {
  return isReadable(() => {
    if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) throw new Error('another key');
  });
}

function isReadable(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
