import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The address of the client. Null if the connection is already closed. */
export type ClientAddress = (request: IncomingMessage) => string | null;

/**
 * The address of the connection. If that is a trusted proxy, the last address in `X-Forwarded-For`
 * that is not one: any client could have written what precedes it.
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

/** A client with one IPv6 address usually controls the whole /64 network, which has 2⁶⁴ addresses. */
export function networkOf(address: string | null): string {
  if (address === null) return '';
  if (!isIPv6(address) || address.includes('.')) return address;
  const [withoutZone = ''] = address.split('%');
  const groups = ipaddr.IPv6.parse(withoutZone).parts.slice(0, 4);
  return groups.map((group) => group.toString(16)).join(':');
}

/** Removes the IPv6 prefix of an IPv4 address on a dual-stack socket. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
