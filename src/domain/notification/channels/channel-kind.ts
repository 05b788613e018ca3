import type { z } from 'zod';
import type { Issue } from '../../issue.js';
import type { NotificationMessage } from '../compose.js';

/** One message in the forms that channels need. */
export interface Outgoing {
  /** The same for each delivery of the message. */
  id: string;
  message: NotificationMessage;
  /** The message for programs. */
  event: object;
}

/** What is sent, and with which protocol. */
export type Transmission =
  | {
      protocol: 'http';
      url: string;
      payload: object;
      /** Signs the payload according to Standard Webhooks, if there is one. */
      signingSecret?: string;
      /** What must not be shown of an answer. */
      secrets: string[];
    }
  | { protocol: 'smtp'; server: SmtpServer; mail: Mail };

export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS if the server offers it, and always before a password. */
  secure: boolean;
  username: string | null;
  password: string | null;
}

export interface Mail {
  from: string;
  to: string[];
  subject: string;
  /** Plain text: there is no HTML that could contain anything else. */
  text: string;
  /** Part of the Message-ID: the same each time the mail is sent. */
  id: string;
}

/** What a draft may ask for. */
interface DraftRules<Stored> {
  before: Stored | undefined;
  /** Whether the egress policy allows a URL. The issues are those of `field`. */
  checkUrl(url: string, field: string): Issue[];
  seal(secret: string): string;
}

/** The stored form of the input, or its problems with their field as path. */
export type Draft<Stored> = { kind: 'ok'; settings: Stored } | { kind: 'validation'; issues: Issue[] };

export const refuse = (field: string, message: string): Draft<never> => ({
  kind: 'validation',
  issues: [{ path: [field], message }],
});

/**
 * Everything that defines a kind of channel. Its API, configuration files, storage and encryption follow
 * from this.
 */
export interface ChannelKind<Given = object, Stored = object> {
  /** The kind with its article, inside a sentence. */
  noun: string;
  /** What such a channel is. */
  about: string;
  /** The one setting that is encrypted. An absent one keeps the stored value. */
  secret: string;
  /** Whether such a channel has a secret. If left out, it always has. */
  needsSecret?(settings: Stored): boolean;
  /** The settings as they are given, with the descriptions in the API: as they are read, and as input. */
  settings: Settings;
  /** The settings as they are stored, read leniently. The secret is sealed and has a `…Hint`. */
  stored: z.ZodObject;
  draft(given: Given, rules: DraftRules<Stored>): Draft<Stored>;
  /** Where it leads, without secrets: `hooks.example.com …x1Yz`, `o…@example.com and 2 more`. */
  maskedTarget(stored: Stored): string;
  /** @param settings with the secret decrypted */
  transmit(settings: Stored, outgoing: Outgoing): Transmission;
}

type Settings = Record<string, { form: z.ZodType; output: string; input?: string }>;
type Given<Forms extends Settings> = { [name in keyof Forms]: z.output<Forms[name]['form']> };

/** Infers the types of the forms of a kind. */
export function channelKind<Forms extends Settings, Stored extends z.ZodObject, Sent extends Transmission>(
  kind: Omit<ChannelKind<Given<Forms>, z.output<Stored>>, 'transmit'> & {
    settings: Forms;
    stored: Stored;
    transmit(settings: z.output<Stored>, outgoing: Outgoing): Sent;
  },
) {
  return kind;
}
