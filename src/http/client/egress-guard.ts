/**
 * Decides where a request may go. Users register agents, so every outgoing address is untrusted (SSRF).
 *
 * The check is an allow-list: an address passes if it is ordinary public unicast, or if the operator listed
 * its network (`CALLBOARD_EGRESS_ALLOW`). Link-local and cloud metadata addresses never pass, listed or not.
 * Names are checked after DNS, on all their addresses, and the socket connects to exactly the addresses that
 * were checked. A name that resolves differently a moment later (rebinding) therefore gains nothing.
 */
import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';
import type { Issue } from '../../domain/issue.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/**
 * Whether a connection to an address may be opened. `reason` says what kind of address it is; `message` names
 * it too.
 */
type AddressCheck = { kind: 'ok' } | { kind: 'denied'; reason: string; message: string };

/** Thrown into undici's connect path when an address is denied; surfaces as the code `EGRESS_DENIED`. */
class EgressDeniedError extends Error {
  readonly code = 'EGRESS_DENIED';
}

export interface EgressGuard {
  /** Checks one IP address in text form. Anything that is not an IP address is denied. */
  checkAddress(ip: string): AddressCheck;
  /**
   * Checks a URL without DNS, when it is saved and again before each call: scheme, credentials, fragment,
   * literal address.
   */
  checkUrl(url: string, path?: string[]): Issue[];
  /**
   * An undici connector that only opens sockets to checked addresses. `timeoutMs` limits DNS, TCP and TLS
   * together.
   */
  connector(options: { timeoutMs: number }): buildConnector.connector;
}

export interface EgressGuardOptions {
  /** Networks in CIDR form (or single addresses) that may be reached although they are not public. */
  allow: string[];
  /** Resolves names; the system resolver unless given. Called with `all: true`. */
  lookup?: LookupFunction;
}

/** Never allowed: link-local, and the addresses where clouds serve credentials to any process. */
const NEVER: Network[] = [
  '169.254.0.0/16', // link-local; metadata of AWS, Azure, GCP, DigitalOcean, OpenStack, …
  'fe80::/10', // link-local
  'fd00:ec2::/32', // AWS: metadata, time, DNS, container credentials
  'fd20:ce::254/128', // GCP metadata
  '100.100.100.200/32', // Alibaba metadata
  '168.63.129.16/32', // Azure platform endpoint
  '192.0.0.192/32', // Oracle metadata
].map((cidr) => ipaddr.parseCIDR(cidr));

/** Only this part of IPv6 is assigned to the public Internet. */
const GLOBAL_UNICAST_6 = ipaddr.parseCIDR('2000::/3');

/**
 * @throws Error that names the entry if `allow` contains something that is neither a CIDR nor an address;
 * settings were validated before
 */
export function createEgressGuard({
  allow,
  lookup = systemLookup as LookupFunction,
}: EgressGuardOptions): EgressGuard {
  const allowed = allow.map(parseNetwork);

  function checkAddress(ip: string): AddressCheck {
    const address = parseAddress(ip);
    if (!address) return denied(ip, 'not an IP address');
    if (isIn(address, NEVER)) return denied(ip, 'a link-local or cloud metadata address, never allowed');
    const embedded = embeddedIPv4(address);
    if (embedded) {
      const inner = checkAddress(embedded.toString());
      if (inner.kind === 'denied')
        return denied(ip, `an address that leads to ${embedded}, which is not allowed`);
    }
    if (isPublic(address) || isIn(address, allowed)) return { kind: 'ok' };
    return denied(ip, `${describe(address)}; an operator can allow its network with CALLBOARD_EGRESS_ALLOW`);
  }

  return {
    checkAddress,
    checkUrl: (url, path = []) => checkUrl(url, path, checkAddress),
    connector: ({ timeoutMs }) => guardedConnector(checkAddress, lookup, timeoutMs),
  };
}

function checkUrl(url: string, path: string[], checkAddress: EgressGuard['checkAddress']): Issue[] {
  const issue = (message: string): Issue[] => [{ path, message }];
  if (url.length > 2048)
    return issue(`is ${url.length.toLocaleString('en')} characters long; the limit is 2,048`);
  // The parser drops tabs and newlines and trims, so the stored URL would differ from the one that is called.
  if (/[\p{Cc} ]/u.test(url)) return issue('contains a space or control character; percent-encode it');
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return issue('is not an absolute URL such as https://agent.example/run');
  }
  const issues: Issue[] = [];
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
    return issue(`begins with ${parsed.protocol.slice(0, 20)}; it must begin with http:// or https://`);
  }
  // The database compares origins as text, so only a host that it reads as URL parsers do may be stored.
  if (/^[^:]*:[\\/]*[^\\/?#]*[^!-~]/.test(url)) {
    return issue(`has a host name that is not ASCII; write it as ${parsed.host.slice(0, 255)}`);
  }
  if (parsed.username || parsed.password) {
    issues.push({
      path,
      message: 'carries credentials; put them in authentication, where they are stored encrypted',
    });
  }
  if (url.includes('#'))
    issues.push({ path, message: 'has a fragment (#…), which is never sent; remove it' });
  const literal = literalAddress(parsed.hostname);
  const check = literal ? checkAddress(literal) : undefined;
  if (check?.kind === 'denied') issues.push({ path, message: check.message });
  return issues;
}

/**
 * Literals are checked here, because sockets do not look them up; names are checked in the lookup that the
 * socket uses.
 */
function guardedConnector(
  checkAddress: EgressGuard['checkAddress'],
  lookup: LookupFunction,
  timeoutMs: number,
): buildConnector.connector {
  const guardedLookup: LookupFunction = (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const list = Array.isArray(addresses) ? addresses : [];
      for (const { address } of list) {
        const check = checkAddress(address);
        // One bad address is enough: a name that also points inside is an attack or a mistake.
        // The message does not name the address: errors must not become a way to read internal DNS.
        if (check.kind === 'denied') {
          return callback(new EgressDeniedError(`The host name resolves to ${check.reason}`), []);
        }
      }
      const first = list[0];
      if (!first) return callback(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), []);
      if (options.all) callback(null, list);
      else callback(null, first.address, first.family);
    });
  };
  const connect = buildConnector({
    timeout: timeoutMs,
    lookup: guardedLookup,
    // Try all checked addresses: `localhost` is often ::1 first, while the agent listens on 127.0.0.1 only.
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 1_000,
  });
  return (options, callback) => {
    const literal = literalAddress(options.hostname);
    const check = literal ? checkAddress(literal) : undefined;
    if (check?.kind === 'denied') return callback(new EgressDeniedError(check.message), null);
    connect(options, callback);
  };
}

/**
 * The IP address in a URL's hostname, if there is one. WHATWG parsing has normalized 127.1, 0x7f.1 and the
 * like.
 */
function literalAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) ? bare : undefined;
}

/** Strict: dotted quads and IPv6 only, no octal or short forms. IPv4-mapped IPv6 is the IPv4 address it connects to. */
function parseAddress(ip: string): Address | undefined {
  if (!isIP(ip)) return undefined;
  const address = ipaddr.parse(ip.includes(':') ? hexTail(ip) : ip);
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/**
 * ipaddr.js reads `::8.8.8.8` (IPv4-compatible) as `::ffff:8.8.8.8` (IPv4-mapped), which is another address.
 * It reads the hexadecimal form correctly.
 */
function hexTail(ip: string): string {
  return ip.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
}

function parseNetwork(cidr: string): Network {
  try {
    if (isIP(cidr)) {
      const address = ipaddr.parse(cidr);
      return [address, address.kind() === 'ipv4' ? 32 : 128];
    }
    return ipaddr.parseCIDR(cidr);
  } catch {
    throw new Error(`"${cidr}" is not a network in CIDR form such as 10.0.0.0/8 or fd12::/16`);
  }
}

function isIn(address: Address, networks: Network[]): boolean {
  return networks.some(([base, bits]) => address.kind() === base.kind() && address.match(base, bits));
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || isIn(address, [GLOBAL_UNICAST_6]);
}

/** The IPv4 address inside an IPv6 one that a router or the host may unwrap: compatible, translated, NAT64, 6to4, Teredo. */
function embeddedIPv4(address: Address): ipaddr.IPv4 | undefined {
  if (address.kind() === 'ipv4') return undefined;
  const bytes = address.toByteArray();
  const range = address.range();
  const at = (offset: number, flip = 0) =>
    new ipaddr.IPv4(bytes.slice(offset, offset + 4).map((byte) => byte ^ flip));
  if (range === 'rfc6052' || range === 'rfc6145') return at(12);
  if (range === '6to4') return at(2);
  if (range === 'teredo') return at(12, 0xff); // stored inverted
  const compatible = bytes.slice(0, 12).every((byte) => byte === 0);
  return compatible && range !== 'loopback' && range !== 'unspecified' ? at(12) : undefined;
}

function describe(address: Address): string {
  const names: Record<string, string> = {
    private: 'a private address',
    uniqueLocal: 'a private address',
    loopback: 'a loopback address',
    unspecified: 'the unspecified address',
    multicast: 'a multicast address',
    carrierGradeNat: 'a carrier-grade NAT address',
  };
  return names[address.range()] ?? 'not a public address';
}

function denied(ip: string, reason: string): AddressCheck {
  return { kind: 'denied', reason, message: `${ip.slice(0, 60)} is ${reason}` };
}
