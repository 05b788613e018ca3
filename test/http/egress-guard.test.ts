import type { LookupFunction } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEgressGuard } from '../../src/http/client/egress-guard.js';
import { openClient, serve } from './loopback.js';

const strict = createEgressGuard({ allow: [] });
const open = createEgressGuard({ allow: ['0.0.0.0/0', '::/0'] });
const kindOf = (guard: typeof strict, ip: string) => guard.checkAddress(ip).kind;

describe('checkAddress', () => {
  it.each([
    '93.184.216.34',
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700:4700::1111',
    '::ffff:8.8.8.8',
  ])('lets the public address %s pass', (ip) => expect(kindOf(strict, ip)).toBe('ok'));

  it.each([
    ['0.0.0.0'],
    ['0.1.2.3'],
    ['10.0.0.1'],
    ['100.64.0.1'],
    ['127.0.0.1'],
    ['127.255.255.254'],
    ['172.16.0.1'],
    ['172.31.255.255'],
    ['192.0.2.1'],
    ['192.168.1.1'],
    ['198.18.0.1'],
    ['198.51.100.1'],
    ['203.0.113.9'],
    ['224.0.0.1'],
    ['240.0.0.1'],
    ['255.255.255.255'],
    ['::'],
    ['::1'],
    ['::1%lo'],
    ['::127.0.0.1'],
    ['::8.8.8.8'],
    ['::ffff:127.0.0.1'],
    ['::FFFF:7F00:1'],
    ['::ffff:10.0.0.1'],
    ['::ffff:0:10.0.0.1'],
    ['64:ff9b::10.0.0.1'],
    ['64:ff9b::8.8.8.8'],
    ['64:ff9b:1::10.0.0.1'],
    ['2002:7f00:0001::'],
    ['2002:0808:0808::1'],
    ['2001:0:53aa:64c:0:0:80ff:fffe'],
    ['2001:db8::1'],
    ['100::1'],
    ['fc00::1'],
    ['fd12:3456::1'],
    ['fec0::1'],
    ['ff02::1'],
    ['4000::1'],
  ])('denies %s unless its network is allowed', (ip) => {
    expect(kindOf(strict, ip)).toBe('denied');
  });

  it.each([
    ['169.254.169.254'],
    ['169.254.0.1'],
    ['::ffff:169.254.169.254'],
    ['64:ff9b::169.254.169.254'],
    ['2002:a9fe:a9fe::'],
    ['::169.254.169.254'],
    ['fe80::1'],
    ['fe80::1%eth0'],
    ['febf::1'],
    ['fd00:ec2::254'],
    ['fd20:ce::254'],
    ['100.100.100.200'],
    ['168.63.129.16'],
    ['192.0.0.192'],
  ])('never allows %s, even when everything is allowed', (ip) => {
    expect(open.checkAddress(ip)).toMatchObject({ kind: 'denied' });
  });

  it('allows what the operator listed, also as an IPv4-mapped address, and nothing else', () => {
    const guard = createEgressGuard({ allow: ['10.1.0.0/16', 'fd12::/16', '192.168.7.7'] });
    for (const ip of ['10.1.2.3', '::ffff:10.1.2.3', 'fd12::5', '192.168.7.7'])
      expect(kindOf(guard, ip)).toBe('ok');
    for (const ip of ['10.2.0.1', 'fd13::5', '192.168.7.8', '127.0.0.1'])
      expect(kindOf(guard, ip)).toBe('denied');
  });

  it('also checks the address inside a translated address', () => {
    const guard = createEgressGuard({ allow: ['64:ff9b::/96'] });
    expect(kindOf(guard, '64:ff9b::8.8.8.8')).toBe('ok');
    expect(kindOf(guard, '64:ff9b::10.0.0.1')).toBe('denied');
  });

  it.each([
    '',
    'localhost',
    '127.1',
    '0177.0.0.1',
    '0x7f000001',
    '2130706433',
    '127.0.0.1.',
    ' 8.8.8.8',
    '8.8.8.8/32',
  ])('denies %j, which is not an address in its canonical form', (text) =>
    expect(kindOf(open, text)).toBe('denied'),
  );

  it('denies every private IPv4 address in each IPv6 form', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.constantFrom('10', '127', '0'), byte, byte, byte, (a, b, c, d) => {
        const hex = (high: number, low: number) => ((high << 8) | low).toString(16);
        const tail = `${hex(Number(a), b)}:${hex(c, d)}`;
        for (const ip of [
          `::ffff:${tail}`,
          `::${tail}`,
          `64:ff9b::${tail}`,
          `2002:${tail}::1`,
          `${a}.${b}.${c}.${d}`,
        ]) {
          expect(kindOf(strict, ip)).toBe('denied');
        }
      }),
      { numRuns: 200 },
    );
  });

  it('refuses a setting that is not a network, and names it', () => {
    expect(() => createEgressGuard({ allow: ['10.0.0.0/33'] })).toThrow('"10.0.0.0/33"');
    expect(() => createEgressGuard({ allow: ['intranet'] })).toThrow('"intranet"');
  });
});

describe('checkUrl', () => {
  it.each([
    'https://EXAMPLİ.com/run',
    'https://examplı.com',
    'http://exämple.com:80?x',
    'https:\\\\exämple.com',
  ])('suggests the ASCII form of the host in %s', (url) =>
    expect(strict.checkUrl(url)[0]?.message).toMatch(/not ASCII; write it as [ -~]+$/),
  );
  it('allows letters of any script in the path', () =>
    expect(strict.checkUrl('https://example.com/ümlaut?q=İ')).toEqual([]));

  const messagesOf = (url: string, guard = strict) =>
    guard.checkUrl(url, ['endpoint', 'url']).map((issue) => issue.message);

  it.each([
    'https://agent.example/run',
    'http://agent.example:8080/a?b=c',
    'https://8.8.8.8/',
    'HTTPS://Agent.Example',
  ])('accepts %s', (url) => expect(messagesOf(url)).toEqual([]));

  it.each([
    ['ftp://agent.example/', 'must begin with http:// or https://'],
    ['file:///etc/passwd', 'must begin with http:// or https://'],
    ['javascript:alert(1)', 'must begin with http:// or https://'],
    ['/run', 'not an absolute URL'],
    ['http://', 'not an absolute URL'],
    ['https://user:pw@agent.example/', 'carries credentials'],
    ['https://127.0.0.1@agent.example/', 'carries credentials'],
    ['https://agent.example/#x', 'fragment'],
    ['https://agent.example/ x', 'space or control'],
    ['https://agent.example/\n', 'space or control'],
  ])('refuses %s', (url, reason) => {
    expect(messagesOf(url).join()).toContain(reason);
  });

  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://0x7f.1/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://017700000001/',
    'http://127.0.0.1./',
    'http://１２７.0.0.1/',
    'http://127%2e0.0.1/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://[0:0:0:0:0:ffff:127.0.0.1]/',
    'http://0/',
    'http://169.254.169.254/latest/meta-data',
    'http://[FE80::1]/',
  ])('recognizes the address in %s', (url) => {
    expect(messagesOf(url)).toHaveLength(1);
  });

  it('refuses a URL that is too long', () => {
    expect(messagesOf(`https://agent.example/${'x'.repeat(2048)}`).join()).toContain('the limit is 2,048');
  });

  it('refuses a zone id, never repeats a password, and reports the issue at the given path', () => {
    expect(messagesOf('http://[fe80::1%25eth0]/')).toHaveLength(1);
    expect(messagesOf('https://user:hunter22@10.0.0.1/#f').join()).not.toContain('hunter22');
    expect(strict.checkUrl('ftp://x/', ['endpoint', 'url'])[0]?.path).toEqual(['endpoint', 'url']);
  });
});

describe('connections', () => {
  const resolvingTo =
    (...addresses: string[]): LookupFunction =>
    (_host, _options, callback) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
  const request = { method: 'GET', headers: {}, timeoutMs: 5_000 } as const;

  it('check a literal address before the socket opens', async () => {
    const server = await serve((response) => response.end('{}'));
    const client = openClient({ guard: { ...strict, checkUrl: () => [] } });
    const result = await client.send({ ...request, url: server.url });
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 'EGRESS_DENIED' } });
    expect(server.connections()).toBe(0);
  });

  it('check every address that a name resolves to, and open no socket if one is denied', async () => {
    const server = await serve((response) => response.end('{}'));
    const port = new URL(server.url).port;
    const guard = createEgressGuard({ allow: ['127.0.0.0/8'], lookup: resolvingTo('127.0.0.1', '10.9.8.7') });
    const result = await openClient({ guard }).send({ ...request, url: `http://agent.example:${port}/run` });
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 'EGRESS_DENIED' } });
    expect(JSON.stringify(result)).not.toContain('10.9.8.7'); // errors do not reveal internal DNS
    expect(server.connections()).toBe(0);
  });

  it('use the addresses that were checked: a second resolution (rebinding) never happens', async () => {
    const server = await serve((response) => response.end('{}'));
    const port = new URL(server.url).port;
    let lookups = 0;
    const guard = createEgressGuard({
      allow: ['127.0.0.0/8'],
      lookup: (host, options, callback) => {
        lookups += 1;
        resolvingTo(lookups === 1 ? '127.0.0.1' : '169.254.169.254')(host, options, callback);
      },
    });
    const result = await openClient({ guard }).send({ ...request, url: `http://agent.example:${port}/run` });
    expect(result).toMatchObject({ kind: 'answer', status: 200 });
    expect(lookups).toBe(1);
    expect(server.received[0]?.headers.host).toBe(`agent.example:${port}`);
  });

  it('try the next checked address, as for localhost with an agent on IPv4 only', async () => {
    const server = await serve((response) => response.end('{}'));
    const port = new URL(server.url).port;
    const guard = createEgressGuard({
      allow: ['127.0.0.0/8', '::1'],
      lookup: resolvingTo('::1', '127.0.0.1'),
    });
    const result = await openClient({ guard }).send({ ...request, url: `http://localhost:${port}/run` });
    expect(result).toMatchObject({ kind: 'answer', status: 200 });
  });

  it('deny localhost by its address if loopback is not allowed', async () => {
    const guard = createEgressGuard({ allow: [] });
    const result = await openClient({ guard }).send({ ...request, url: 'http://localhost:9/run' });
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 'EGRESS_DENIED' } });
  });

  it('report a name without an address as DNS', async () => {
    const guard = createEgressGuard({ allow: [], lookup: resolvingTo() });
    const result = await openClient({ guard }).send({ ...request, url: 'http://agent.example/run' });
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 'DNS' } });
  });

  it('give up on a resolver that never answers', async () => {
    const guard = createEgressGuard({ allow: [], lookup: () => {} });
    const client = openClient({ guard, connectTimeoutMs: 300 });
    const result = await client.send({ ...request, timeoutMs: 50, url: 'http://agent.example/run' });
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 'TIMEOUT' } });
  });
});
