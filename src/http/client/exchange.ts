import type { Dispatcher } from 'undici';
import { LIMITS } from '../../domain/limits.js';
import { AbortedError, AnswerTooLongError } from './transport-failure.js';

/** Header names in lower case. */
export type ResponseHeaders = Record<string, string | string[] | undefined>;

/** Compressing incompressible data adds a little. Beyond that, a body larger than the limit stays larger. */
const COMPRESSION_OVERHEAD_BYTES = 64 * 1024;

/**
 * One request in progress, as undici's handler. It collects the answer up to a size and can be cancelled at
 * any moment, also while it waits for a socket. It ends exactly once; if it was not sent by then, it never
 * is.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Resolves when the answer is complete, too large, failed or cancelled; never rejects. */
  readonly ended: Promise<void>;
  /** Set as soon as status and headers have arrived. */
  response: { status: number; headers: ResponseHeaders } | undefined;
  /** The body as received, perhaps compressed. */
  readonly chunks: Buffer[] = [];
  /** The body was larger than the limit; the rest was not read. */
  overflowed = false;
  /** Why there is no complete answer. */
  error: unknown;

  #received = 0;
  #interim = 0;
  #hasEnded = false;
  #end!: () => void;
  #controller: Dispatcher.DispatchController | undefined;
  readonly #maxBytes: number;
  readonly #maySend: (() => boolean) | undefined;

  /** @param maySend is asked right before the request is written */
  constructor(maxBodyBytes: number, maySend?: () => boolean) {
    this.#maySend = maySend;
    this.#maxBytes = maxBodyBytes + COMPRESSION_OVERHEAD_BYTES;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** Cancels: nothing more is read or sent, and the socket is closed. */
  fail(error: unknown): void {
    if (this.#hasEnded) return;
    this.error = error;
    this.#finish();
    this.#controller?.abort(error as Error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#hasEnded) controller.abort(this.error as Error);
    else if (this.#maySend?.() === false) this.fail(new AbortedError());
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: ResponseHeaders): void {
    if (status >= 200) this.response = { status, headers };
    else if (++this.#interim > LIMITS.interimResponses) this.fail(new AnswerTooLongError());
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#hasEnded) return;
    this.chunks.push(chunk);
    this.#received += chunk.length;
    if (this.#received <= this.#maxBytes) return;
    this.overflowed = true;
    this.#finish();
    controller.abort(new Error('the body is too large'));
  }

  onResponseEnd(): void {
    this.#finish();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  onRequestUpgrade(controller: Dispatcher.DispatchController): void {
    controller.abort(new Error('protocol upgrade refused'));
  }

  #finish(): void {
    this.#hasEnded = true;
    this.#end();
  }
}
