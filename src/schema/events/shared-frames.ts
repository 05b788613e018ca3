import type { EventAnswer } from './event-answer.js';
import { textFrames } from './text-frames.js';

const TAIL = Buffer.from('}');

/** What comes before the answer in the messages of an operation. */
export interface MessageHead {
  /** ID of the operation. Comparing strings is faster than comparing bytes. */
  id: string;
  bytes: Buffer;
}

export function headOf(id: string): MessageHead {
  return { id, bytes: Buffer.from(`{"id":${JSON.stringify(id)},"type":"next","payload":`) };
}

/**
 * The WebSocket frames of the last batch, for those who send the same one: subscriptions of a group
 * receive the same answers, and frames differ only in the ID of the operation. Those of another ID of
 * the same length are a copy in which the ID is replaced.
 */
export class SharedFrames {
  #answers: readonly EventAnswer[] = [];
  #head: MessageHead = headOf('');
  #frames: Buffer = Buffer.alloc(0);
  /** Where the heads begin in the frames. */
  #offsets: number[] = [];

  /** The caller must not change the result. */
  of(head: MessageHead, answers: readonly EventAnswer[]): Buffer {
    if (head.bytes.length === this.#head.bytes.length && this.#isLast(answers)) {
      return head.id === this.#head.id ? this.#frames : this.#copyFor(head.bytes);
    }
    this.#answers = answers;
    this.#head = head;
    this.#offsets = [];
    this.#frames = textFrames(
      head.bytes,
      answers.map(({ json }) => json),
      TAIL,
      this.#offsets,
    );
    return this.#frames;
  }

  #isLast(answers: readonly EventAnswer[]): boolean {
    const last = this.#answers;
    if (answers.length !== last.length) return false;
    for (let index = 0; index < answers.length; index += 1) if (answers[index] !== last[index]) return false;
    return true;
  }

  #copyFor(head: Buffer): Buffer {
    const frames = Buffer.allocUnsafe(this.#frames.length);
    frames.set(this.#frames);
    for (const offset of this.#offsets) frames.set(head, offset);
    return frames;
  }
}
