/** However an address that is not allowed is written, nothing connects to it. */
import type { LookupFunction } from 'node:net';
import { expect, test } from 'vitest';
import { createEgressGuard } from '../../src/http/client/egress-guard.js';
import { openClient, serve } from './loopback.js';

const ADDRESSES = [
  '127.0.0.1',
  '127.1.2.3',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.100.100.200',
];

function spellings(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const whole = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  const hex = whole.toString(16).padStart(8, '0');
  const [high, low] = [hex.slice(0, 4), hex.slice(4)];
  return [
    address,
    `${address}.`,
    String(whole),
    `0x${hex}`,
    `0X${hex.toUpperCase()}`,
    `0${whole.toString(8)}`,
    [a, b, c, d].map((part) => `0x${part.toString(16)}`).join('.'),
    [a, b, c, d].map((part) => `0${part.toString(8)}`).join('.'),
    `${a}.0x${b.toString(16)}.0${c.toString(8)}.${d}`,
    `${a}.${(b << 16) | (c << 8) | d}`,
    `${a}.${b}.${(c << 8) | d}`,
    address.replace(/\d/g, (digit) => `%3${digit}`),
    address.replaceAll('.', '%2e'),
    address.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    address.replaceAll('.', '。'),
    `[::ffff:${address}]`,
    `[::FFFF:${high}:${low}]`,
    `[0:0:0:0:0:ffff:${high}:${low}]`,
    `[::${address}]`,
    `[64:ff9b::${address}]`,
    `[64:ff9b:1::${high}:${low}]`,
    `[2002:${high}:${low}::1]`,
    'localhost',
    'name.example',
  ];
}

const WRAPPERS = [
  (host: string, port: string) => `http://${host}:${port}/run`,
  (host: string, port: string) => `HTTP://${host}:${port}`,
  (host: string, port: string) => `http://agent.example@${host}:${port}/run`,
  (host: string, port: string) => `http:\\\\${host}:${port}\\run`,
];

test('no form of an address that is not allowed is connected to', async () => {
  const server = await serve((response) => response.end('{}'));
  const { port } = new URL(server.url);
  const lookup: LookupFunction = (_host, _options, callback) =>
    callback(null, [{ address: '127.0.0.1', family: 4 }]);
  const client = openClient({ guard: createEgressGuard({ allow: [], lookup }) });
  const urls = ADDRESSES.flatMap((address) =>
    spellings(address).flatMap((host) => WRAPPERS.map((wrap) => wrap(host, port))),
  );
  expect(urls).toHaveLength(768);
  for (const url of urls) {
    const result = await client.send({ method: 'GET', headers: {}, timeoutMs: 5_000, url });
    expect([url, result.kind]).toEqual([url, 'failed']);
  }
  expect(server.connections()).toBe(0);
});
