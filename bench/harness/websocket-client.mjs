/**
 * A WebSocket client with little overhead, because the cost of receiving a message is part of the
 * measurement.
 */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';

const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;
const HEAD_END = Buffer.from('\r\n\r\n');
/** Every socket reads into it, because a read is processed before the next one. */
const shared = Buffer.alloc(1 << 18);
const EMPTY = Buffer.alloc(0);

/**
 * @param onMessage called with each text message as `(buffer, start, end)`; the bytes are valid during the call
 * @param onChunk called before the messages of each read
 * @returns resolves when the socket is open, with a function that sends a text
 */
export function openWebSocket(url, protocol, { onMessage, onChunk, onClose }) {
  const { hostname, port, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    let rest = EMPTY;
    let isOpen = false;
    const callback = (length, buffer) => {
      onChunk?.();
      let chunk = buffer.subarray(0, length);
      if (rest.length > 0) chunk = Buffer.concat([rest, chunk]);
      let at = 0;
      if (!isOpen) {
        const end = chunk.indexOf(HEAD_END);
        if (end !== -1 && !chunk.latin1Slice(0, 12).endsWith(' 101'))
          reject(new Error(chunk.latin1Slice(0, end)));
        if (end !== -1) {
          isOpen = true;
          at = end + HEAD_END.length;
          resolve((text) => socket.write(frame(TEXT, Buffer.from(text))));
        }
      }
      if (isOpen) at = readFrames(chunk, at);
      rest = at < chunk.length ? Buffer.from(chunk.subarray(at)) : EMPTY;
      return true;
    };
    const socket = connect({ host: hostname, port: Number(port), onread: { buffer: shared, callback } });
    socket.setNoDelay(true);
    socket.on('error', reject);
    socket.on('close', () => onClose?.());
    socket.write(
      `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Protocol: ${protocol}\r\n\r\n`,
    );

    /** @returns where the first incomplete frame begins */
    function readFrames(chunk, begin) {
      for (let at = begin; ; ) {
        if (chunk.length < at + 2) return at;
        let start = at + 2;
        let length = chunk[at + 1];
        if (length >= 126) {
          start += length === 126 ? 2 : 8;
          if (chunk.length < start) return at;
          length = length === 126 ? chunk.readUInt16BE(at + 2) : Number(chunk.readBigUInt64BE(at + 2));
        }
        if (chunk.length < start + length) return at;
        const opcode = chunk[at] & 0x0f;
        at = start + length;
        if (opcode === TEXT) onMessage(chunk, start, at);
        else if (opcode === PING) socket.write(frame(PONG, chunk.subarray(start, at)));
        else if (opcode === CLOSE) socket.end();
      }
    }
  });
}

/** One frame of a client, with a mask of zeros. */
function frame(opcode, payload) {
  const { length } = payload;
  const head = Buffer.alloc(length < 126 ? 6 : 8);
  head[0] = 0x80 | opcode;
  head[1] = 0x80 | Math.min(length, 126);
  if (length >= 126) head.writeUInt16BE(length, 2);
  return Buffer.concat([head, payload]);
}
