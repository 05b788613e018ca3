import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body as received. */
  source: string;
  user: string | undefined;
  /** Whether it came over TLS. */
  secure: boolean;
}

/** A real SMTP server on loopback that records what it receives in `received`. */
export interface MailServer {
  port: number;
  received: ReceivedMail[];
  /** Attempted logins: user and password. */
  logins: [string | undefined, string | undefined][];
  /** Resolves when this many mails have arrived. */
  mails(count: number): Promise<void>;
  close(): Promise<void>;
}

/** @param options defaults to no TLS */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const logins: MailServer['logins'] = [];
  let arrived = () => {};
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth({ username, password }, _session, callback) {
      logins.push([username ?? undefined, password ?? undefined]);
      callback(null, { user: username ?? '' });
    },
    async onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const { mailFrom, rcptTo } = session.envelope;
      received.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        source: Buffer.concat(chunks).toString('utf8'),
        user: session.user || undefined,
        secure: session.secure,
      });
      callback();
      arrived();
    },
    ...options,
  });
  server.on('error', () => {}); // some tests close connections on purpose
  const listener = server.listen(0, '127.0.0.1');
  await new Promise<void>((resolve) => listener.once('listening', resolve));
  return {
    port: (listener.address() as AddressInfo).port,
    received,
    logins,
    async mails(count) {
      while (received.length < count)
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
