import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import type { Mail, SmtpServer } from '../../../src/domain/notification/channels/channel-kind.js';
import { createEgressGuard, type EgressGuard } from '../../../src/http/client/egress-guard.js';
import { sendMail } from '../../../src/http/notify/smtp.js';
import { startMailServer } from '../../support/servers/mail-server.js';
import { loopbackGuard } from '../loopback.js';

const mail: Mail = {
  from: 'callboard@example.com',
  to: ['ops@example.com', 'night@example.org'],
  subject: 'Dead letters: Zürich',
  text: '3 jobs …\n\nSchedule: Zürich\n.\nhttps://callboard.example/admin\n',
  id: 'n-1',
};

async function aMailServer(options?: SMTPServerOptions) {
  const server = await startMailServer(options);
  onTestFinished(() => server.close());
  return server;
}

const at = (port: number, rest: Partial<SmtpServer> = {}): SmtpServer => ({
  host: '127.0.0.1',
  port,
  secure: false,
  username: null,
  password: null,
  ...rest,
});

test('a mail arrives as plain text, for all recipients, with its own id', async () => {
  const server = await aMailServer();
  expect(await sendMail(loopbackGuard, at(server.port), mail)).toEqual({ kind: 'sent' });
  expect(server.received).toHaveLength(1);
  const [{ from, to, source } = { from: '', to: [], source: '' }] = server.received;
  expect([from, to]).toEqual(['callboard@example.com', ['ops@example.com', 'night@example.org']]);
  expect(source).toContain('From: Callboard <callboard@example.com>');
  expect(source).toContain('Message-ID: <n-1@example.com>');
  expect(source).toContain('Auto-Submitted: auto-generated');
  expect(source).toMatch(/Content-Type: text\/plain; charset=utf-8/);
  expect(source).not.toMatch(/html/i);
});

test('a host name resolves to an address that is checked, and the user signs in', async () => {
  const server = await aMailServer({ allowInsecureAuth: true });
  const login = { username: 'callboard', password: 'correct horse' };
  expect(await sendMail(loopbackGuard, at(server.port, { host: 'localhost', ...login }), mail)).toEqual({
    kind: 'sent',
  });
  expect(server.logins).toEqual([['callboard', 'correct horse']]);
  expect(server.received[0]?.user).toBe('callboard');
});

test('no text can add a header or a recipient', async () => {
  const server = await aMailServer();
  const subject = 'x\r\nBcc: evil@example.com\r\n\r\n<script>';
  await sendMail(loopbackGuard, at(server.port), {
    ...mail,
    subject,
    text: 'a\r\n.\r\nRCPT TO:<evil@example.com>',
  });
  expect(server.received).toHaveLength(1);
  expect(server.received[0]?.to).toEqual(mail.to);
  const [headers = ''] = server.received[0]?.source.split('\r\n\r\n') ?? [];
  expect(headers).not.toMatch(/^bcc:/im);
});

test('a wrong password is reported without the password, and not retried', async () => {
  const server = await aMailServer({
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, callback) => callback(new Error(`Invalid login with ${password}`)),
  });
  const outcome = await sendMail(
    loopbackGuard,
    at(server.port, { username: 'callboard', password: 'correct horse' }),
    mail,
  );
  expect(outcome).toMatchObject({ kind: 'failed', retryable: false });
  expect(outcome).toHaveProperty(
    'message',
    expect.stringContaining('The mail server refused the user name or password: 535'),
  );
  expect(JSON.stringify(outcome)).not.toContain('correct horse');
});

test.each([
  [450, true],
  [550, false],
])('a recipient refused with %i: retryable is %s', async (responseCode, retryable) => {
  const server = await aMailServer({
    onRcptTo: (_address, _session, callback) =>
      callback(Object.assign(new Error('not now'), { responseCode })),
  });
  expect(await sendMail(loopbackGuard, at(server.port), mail)).toMatchObject({
    kind: 'failed',
    retryable,
    message: expect.stringContaining(`refused the sender or the recipients: ${responseCode}`),
  });
});

test.each([
  ['TLS from the first byte', { secure: true, disabledCommands: [] }, true],
  ['STARTTLS', { disabledCommands: [] }, false],
])('%s with an untrusted certificate: no password, no mail', async (_name, options, secure) => {
  const server = await aMailServer(options);
  const login = { secure, username: 'callboard', password: 'correct horse' };
  expect(await sendMail(loopbackGuard, at(server.port, login), mail)).toEqual({
    kind: 'failed',
    retryable: false,
    message: expect.stringContaining('A TLS connection could not be made'),
  });
  expect([server.logins, server.received]).toEqual([[], []]);
});

test('without TLS no password leaves this machine', async () => {
  const server = await aMailServer({ allowInsecureAuth: true });
  // As if the server on loopback were elsewhere.
  const elsewhere: EgressGuard = {
    ...loopbackGuard,
    connector: (options) => {
      const connect = loopbackGuard.connector(options);
      return (to, callback) =>
        connect(to, (...[error, socket]) => {
          if (error) return callback(error, null);
          Object.defineProperty(socket, 'remoteAddress', { value: '192.0.2.1' });
          callback(null, socket);
        });
    },
  };
  const login = at(server.port, { username: 'callboard', password: 'correct horse' });
  expect(await sendMail(elsewhere, login, mail)).toMatchObject({ kind: 'failed', retryable: false });
  expect([server.logins, server.received]).toEqual([[], []]);
  // Without a password there is nothing to protect but the mail: a relay inside may do without TLS.
  expect(await sendMail(elsewhere, at(server.port), mail)).toEqual({ kind: 'sent' });
});

test('a server that is not there is reported', async () => {
  const server = await startMailServer();
  await server.close();
  expect(await sendMail(loopbackGuard, at(server.port), mail)).toEqual({
    kind: 'failed',
    retryable: true,
    message: expect.stringContaining('refused'),
  });
});

test('a server that does not speak SMTP is reported', async () => {
  const other = createServer((socket) =>
    socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n'),
  );
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => other.close(() => resolve())));
  const { port } = other.address() as AddressInfo;
  const outcome = await sendMail(loopbackGuard, at(port), mail);
  expect(outcome).toMatchObject({ kind: 'failed' });
  expect(JSON.stringify(outcome)).not.toContain(String(port));
});

test('an aborted mail ends at once', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => silent.close(() => resolve())));
  const controller = new AbortController();
  const sending = sendMail(loopbackGuard, at((silent.address() as AddressInfo).port), mail, {
    signal: controller.signal,
  });
  silent.once('connection', (socket) => {
    controller.abort();
    socket.once('close', () => {}).resume();
  });
  expect(await sending).toMatchObject({ kind: 'failed' });
});

test.each(['169.254.169.254', '10.0.0.1', '0.0.0.0', '::', 'fd00:ec2::254'])(
  'no mail goes to %s',
  async (host) => {
    expect(await sendMail(loopbackGuard, at(25, { host }), mail)).toMatchObject({
      kind: 'failed',
      retryable: false,
    });
  },
);

test('a name that resolves to an internal address is refused when mail is sent', async () => {
  const guard = createEgressGuard({
    allow: [],
    lookup: (_host, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
  });
  const server = await aMailServer();
  const outcome = await sendMail(guard, at(server.port, { host: 'mail.example.com' }), mail);
  expect(outcome).toMatchObject({ kind: 'failed', retryable: false });
  expect(outcome).toHaveProperty('message', expect.stringContaining('a loopback address'));
  expect(JSON.stringify(outcome)).not.toContain('127.0.0.1');
  expect(server.received).toEqual([]);
});
