import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** Who sent a request, by address; null: the connection is closed already. */
export type ClientAddress = (request: IncomingMessage) => string | null;

/**
 * The address of the connection. Where that is a trusted proxy's, the last address in `X-Forwarded-For` that is none: what stands
 * before it anybody could have written.
 *
 * @param trustedProxies networks, as CIDR
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trusted = new BlockList();
  for (const network of trustedProxies) {
    const [address = '', prefix] = network.split('/');
    trusted.addSubnet(address, Number(prefix), familyOf(address));
  }
  const isTrusted = (address: string) =>
    trustedProxies.length > 0 && isIP(address) !== 0 && trusted.check(address, familyOf(address));

  return ({ socket, headers }) => {
    let address = plain(socket.remoteAddress ?? '');
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
    while (isTrusted(address)) {
      const before = plain(forwarded.pop()?.trim() ?? '');
      if (isIP(before) === 0) break;
      address = before;
    }
    return address || null;
  };
}

/** Whoever has one IPv6 address has 2⁶⁴ of them. */
export function networkOf(address: string | null): string {
  if (address === null) return '';
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  if (tail === undefined) return before.slice(0, 4).join(':');
  // What `::` stands for are groups too: otherwise one network would have many names.
  const after = tail === '' ? [] : tail.split(':');
  const zeros: string[] = Array(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}

/** An IPv4 address on a socket that is open to both. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
