/** Our frames equal those of the library, at any length. */

import type { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import * as ws from 'ws';
import { textFrames } from '../../../src/schema/events/text-frames.js';

const { Receiver } = ws as unknown as { Receiver: new (options: object) => Writable };

/** What a client reads from the bytes. */
async function read(frames: Buffer): Promise<string[]> {
  const messages: string[] = [];
  const receiver = new Receiver({ isServer: false, allowSynchronousEvents: true });
  receiver.on('message', (data: Buffer, isBinary: boolean) =>
    messages.push(isBinary ? 'binary' : String(data)),
  );
  await new Promise<void>((resolve, reject) => {
    receiver.on('error', reject);
    receiver.write(frames, () => resolve());
  });
  return messages;
}

test.each([0, 1, 124, 125, 126, 127, 65_535, 65_536, 200_000])(
  'frames for a message of %i bytes, and others around it',
  async (length) => {
    const long = 'x'.repeat(Math.max(0, length - 2));
    const bodies = ['', long, 'ä€𝒳'].map((text) => Buffer.from(text));
    const frames = textFrames(Buffer.from('<'), bodies, Buffer.from('>'));
    expect(await read(frames)).toEqual(['<>', `<${long}>`, '<ä€𝒳>']);
  },
);

test('no frames for no messages', () => {
  expect(textFrames(Buffer.from('<'), [], Buffer.from('>'))).toHaveLength(0);
});
