import { z } from 'zod';
import { int32, line } from '../../input-forms.js';
import { hintOf } from '../../stored-secret.js';
import { messageAsText } from '../compose.js';
import { channelKind, refuse } from './channel-kind.js';
import { channelSecret, hint, sealed } from './forms.js';

/** Exactly one address: no display name, no comment, nothing that could start another header. */
const address = z
  .string('must be a string')
  .max(254, 'is longer than 254 characters')
  .regex(
    /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*$/,
    'must be an address such as ops@example.com',
  );
const host = z
  .string('must be a string')
  .regex(
    /^[A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63}){0,50}\.?$|^[0-9A-Fa-f:.]{2,45}$/,
    'must be a host name or an IP address, without port or scheme',
  );

export const email = channelKind({
  noun: 'an email channel',
  about: 'An SMTP server and its recipients.',
  secret: 'password',
  needsSecret: ({ username }) => username != null,
  settings: {
    host: { form: host, output: 'Host name of the SMTP server.' },
    port: { form: int32(1, 65_535).default(587), output: 'Port of the SMTP server.' },
    secure: {
      form: z.boolean('must be true or false').default(false),
      output:
        'Whether the connection uses TLS from the start. If false, STARTTLS is used where the server offers it, and is required before a password is sent.',
    },
    username: {
      form: line(256).nullish(),
      output: 'User name. Null if the server needs no sign-in.',
      input: 'User name. Omit it if the server needs no sign-in.',
    },
    password: {
      form: channelSecret.nullish(),
      output: 'Password. The value itself cannot be read.',
      input:
        'Password. Omit it to keep the stored one, as long as host, port and `secure` stay the same. Null removes it.',
    },
    from: { form: address, output: 'Sender address.' },
    to: {
      form: z
        .array(address)
        .min(1, 'must name at least one recipient')
        .max(20, 'names more than 20 recipients'),
      output: 'Recipient addresses.',
    },
  },
  stored: z.object({
    host: z.string().min(1),
    port: z.number().int().min(1).max(65_535),
    secure: z.boolean(),
    username: z.string().nullable().default(null),
    password: sealed.nullable().default(null),
    passwordHint: hint,
    from: z.string().min(1),
    to: z.array(z.string().min(1)).min(1),
  }),
  draft({ password, username = null, ...server }, { before, checkUrl, seal }) {
    // Addresses are checked when they are saved. Names are resolved and checked when mail is sent.
    const [denied] = checkUrl(
      `http://${server.host.includes(':') ? `[${server.host}]` : server.host}/`,
      'host',
    );
    if (denied) return { kind: 'validation', issues: [denied] };
    const draft = (sealedPassword: string | null, passwordHint: string | null) => ({
      kind: 'ok' as const,
      settings: { ...server, username, password: sealedPassword, passwordHint },
    });
    if (username === null)
      return password == null ? draft(null, null) : refuse('username', 'is required with a password');
    if (password != null) return draft(seal(password), hintOf(password));
    if (password === null || !before || before.password === null)
      return refuse('password', 'is required with a user name');
    // A password belongs to the server for which it was given, and must not be sent over a connection
    // that others can read.
    if (before.host !== server.host || before.port !== server.port || (before.secure && !server.secure))
      return refuse('password', 'must be entered again when the host, port or connection type changes');
    return draft(before.password, before.passwordHint);
  },
  maskedTarget({ to: [first = '', ...others] }) {
    const shown = first.replace(/^(.).*@/u, '$1…@');
    return others.length === 0 ? shown : `${shown} and ${others.length} more`;
  },
  transmit: ({ from, to, ...server }, { id, message }) => ({
    protocol: 'smtp',
    server,
    mail: { from, to, id, subject: message.subject, text: messageAsText(message) },
  }),
});
