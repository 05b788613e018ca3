/** The part of an A2A agent card, in its forms of 0.3 and 1.0, that registering the agent needs. */
import { z } from 'zod';

const text = (max: number) => z.string('must be a string').max(max, `is longer than ${max} characters`);
const url = text(2_048);
const names = text(200);
const MAX_ENTRIES = 'has more than 100 entries';
const MAX_ENTRY_COUNT = 100;

/** 1.0 wraps each kind of scheme in an object of its own; 0.3 names the kind in `type`. */
const scheme = z.object({
  type: names.optional(),
  scheme: names.optional(),
  in: names.optional(),
  name: names.optional(),
  httpAuthSecurityScheme: z.object({ scheme: names }).optional(),
  apiKeySecurityScheme: z.object({ location: names, name: names }).optional(),
});

/** Keys that Callboard does not use may be anything: the protocol is extended by them. */
export const agentCardSchema = z.object({
  name: text(200).min(1, 'must not be empty'),
  description: text(10_000).optional(),
  version: text(100).min(1, 'must not be empty'),
  url: url.optional(),
  preferredTransport: names.optional(),
  protocolVersion: names.optional(),
  additionalInterfaces: z
    .array(z.object({ url, transport: names }))
    .max(MAX_ENTRY_COUNT, MAX_ENTRIES)
    .optional(),
  supportedInterfaces: z
    .array(
      z.object({ url, protocolBinding: names, protocolVersion: names.optional(), tenant: names.optional() }),
    )
    .max(MAX_ENTRY_COUNT, MAX_ENTRIES)
    .optional(),
  skills: z
    .array(z.object({ id: names, name: text(200), description: text(10_000).optional() }))
    .max(MAX_ENTRY_COUNT, MAX_ENTRIES)
    .optional(),
  securitySchemes: z.record(z.string(), scheme).optional(),
  security: z.array(z.record(z.string(), z.unknown())).max(MAX_ENTRY_COUNT, MAX_ENTRIES).optional(),
  securityRequirements: z
    .array(z.object({ schemes: z.record(z.string(), z.unknown()).optional() }))
    .max(MAX_ENTRY_COUNT, MAX_ENTRIES)
    .optional(),
});

export type AgentCard = z.output<typeof agentCardSchema>;

/** The URL for JSON-RPC and its protocol version. Undefined if the agent has none. */
export function jsonRpcOf(card: AgentCard): { url: string; version: string } | undefined {
  const isJsonRpc = (binding: string) => binding.toUpperCase() === 'JSONRPC';
  const supported = card.supportedInterfaces?.find(
    ({ protocolBinding, tenant }) => isJsonRpc(protocolBinding) && !tenant,
  );
  if (supported) return { url: supported.url, version: supported.protocolVersion ?? '1.0' };
  const version = card.protocolVersion ?? '0.3';
  if (card.url !== undefined && isJsonRpc(card.preferredTransport ?? 'JSONRPC'))
    return { url: card.url, version };
  const other = card.additionalInterfaces?.find(({ transport }) => isJsonRpc(transport));
  return other && { url: other.url, version };
}

/** `unsupported`: the names of the schemes, of which the card requires one. */
export type CardSecurity =
  | { kind: 'none' }
  | { kind: 'bearer' }
  | { kind: 'api-key'; header: string }
  | { kind: 'unsupported'; schemes: string[] };

/** The first authentication scheme of the card that Callboard supports. */
export function securityOf(card: AgentCard): CardSecurity {
  const alternatives = [
    ...(card.security ?? []),
    ...(card.securityRequirements ?? []).map(({ schemes }) => schemes ?? {}),
  ].map((schemes) => Object.keys(schemes));
  if (alternatives.length === 0 || alternatives.some((schemes) => schemes.length === 0))
    return { kind: 'none' };
  const schemes = card.securitySchemes ?? {};
  for (const [name, ...more] of alternatives) {
    const usable = more.length === 0 && name !== undefined && Object.hasOwn(schemes, name);
    const security = usable ? schemeSecurity(schemes[name] as z.output<typeof scheme>) : undefined;
    if (security) return security;
  }
  return { kind: 'unsupported', schemes: [...new Set(alternatives.flat())] };
}

function schemeSecurity(given: z.output<typeof scheme>): CardSecurity | undefined {
  const http = given.httpAuthSecurityScheme ?? (given.type === 'http' ? given : undefined);
  if (http?.scheme?.toLowerCase() === 'bearer') return { kind: 'bearer' };
  const key = given.apiKeySecurityScheme ?? {
    location: given.type === 'apiKey' ? given.in : '',
    name: given.name,
  };
  return key.location === 'header' && key.name ? { kind: 'api-key', header: key.name } : undefined;
}
