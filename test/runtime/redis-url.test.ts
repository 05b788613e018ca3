import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRedisUrl, type RedisAddress } from '../../src/runtime/redis-url.js';

const addressOf = (url: string): RedisAddress => {
  const result = parseRedisUrl(url);
  if (result.kind === 'error') throw new Error(result.problem);
  return result.address;
};
const problemOf = (url: string): string => {
  const result = parseRedisUrl(url);
  if (result.kind === 'ok') throw new Error(`understood ${url}`);
  return result.problem;
};
const node = (host: string, port: number) => ({ host, port });

describe('one Redis server', () => {
  const plain = { mode: 'single', secure: false, database: 0 };
  test.each<[string, object]>([
    ['redis://cache', { ...plain, nodes: [node('cache', 6379)] }],
    ['redis://cache:6380/', { ...plain, nodes: [node('cache', 6380)] }],
    ['rediss://cache/3', { ...plain, nodes: [node('cache', 6379)], secure: true, database: 3 }],
    ['redis://:p%40ss%2F@cache', { ...plain, nodes: [node('cache', 6379)], password: 'p@ss/' }],
    ['redis://me:a:b@cache', { ...plain, nodes: [node('cache', 6379)], username: 'me', password: 'a:b' }],
    ['redis://[::1]:7000', { ...plain, nodes: [node('::1', 7000)] }],
    ['redis://cache?family=6', { ...plain, nodes: [node('cache', 6379)], family: 6 }],
  ])('%s', (url, expected) => {
    expect(addressOf(url)).toEqual(expected);
  });
});

describe('Sentinels', () => {
  test('have a default port, the name of the primary, and optionally a database and passwords', () => {
    expect(
      addressOf(
        'rediss+sentinel://me:one@a,b:26380/main.1/2?sentinelPassword=t%26wo&sentinelUsername=watch&family=4',
      ),
    ).toEqual({
      mode: 'sentinel',
      nodes: [node('a', 26379), node('b', 26380)],
      secure: true,
      username: 'me',
      password: 'one',
      primaryName: 'main.1',
      database: 2,
      sentinelUsername: 'watch',
      sentinelPassword: 't&wo',
      family: 4,
    });
  });

  test('may be a single one', () => {
    expect(addressOf('redis+sentinel://a/main')).toMatchObject({ nodes: [node('a', 26379)], database: 0 });
  });
});

test('a cluster is a list of some of its nodes', () => {
  expect(addressOf('redis+cluster://:x@a:1,b, [fd00::1]:3')).toEqual({
    mode: 'cluster',
    nodes: [node('a', 1), node('b', 6379), node('fd00::1', 3)],
    secure: false,
    password: 'x',
    database: 0,
  });
});

test.each([
  ['cache:6379', /^must be a URL redis:\/\/host:6379\/0, redis\+sentinel:/],
  ['http://cache', /^must be a URL redis:/],
  ['redis+unix:///tmp/redis', /^must be a URL redis:/],
  ['sentinel://a/main', /^must be a URL redis:/],
  ['redis://cache#0', /^must be a URL redis:/],
  ['redis://', /^must name hosts as host:port/],
  ['redis://:6379', /^must name hosts as host:port/],
  ['redis://cache:0', /^must name hosts/],
  ['redis://cache:65536', /^must name hosts/],
  ['redis://::1', /^must name hosts/],
  ['redis://[cache]', /^must name hosts/],
  ['redis+cluster://a,,b', /^must name hosts/],
  ['redis://:pa/ss@cache', /%2F/],
  ['redis://:50%@cache', /must write % in a password as %25$/],
  ['redis://a,b', /^must name one host. Write redis\+sentinel:.* or redis\+cluster:/],
  ['redis://cache/zero', /^must end with the number of the database, for example \/0$/],
  ['redis://cache/0/1', /^must end with the number/],
  ['redis+sentinel://a,b', /^must contain the name by which the Sentinels know the primary/],
  ['redis+sentinel://a/two words', /^must contain the name by which/],
  ['redis+sentinel://a/main/x', /^must end with the number/],
  ['redis+cluster://a/1', /^must not name a database: a cluster has only one. Set REDIS_PREFIX/],
  ['redis://cache?family=5', /^must have no options after the \? other than family=4/],
  ['redis://cache?sentinelPassword=x', /^must have no options after the \? other than family=4/],
  ['redis://cache?connectTimeout=1', /^must have no options after the \? other than family=4/],
])('%s is refused, and the message says what to write', (url, message) => {
  expect(problemOf(url)).toMatch(message);
});

test('any text is understood or refused, and never repeated', () => {
  const parts = fc.array(
    fc.constantFrom(
      'redis',
      'rediss',
      '+sentinel',
      '+cluster',
      '://',
      'hush',
      ':',
      '@',
      '/',
      ',',
      '?',
      '%',
      '[',
      ']',
      '0',
    ),
  );
  fc.assert(
    fc.property(parts, (words) => {
      const result = parseRedisUrl(words.join(''));
      if (result.kind === 'error') expect(result.problem).not.toContain('hush');
      else expect(result.address.nodes.length).toBeGreaterThan(0);
    }),
  );
});
