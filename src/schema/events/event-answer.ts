import type { ExecutionResult } from 'graphql';

/** What one event answers to one group of subscriptions. */
export class EventAnswer {
  #json: Buffer | undefined;
  #result: ExecutionResult | undefined;

  /** @param isRefused its API token had no bytes left: of another one it may be answered */
  constructor(
    answer: ExecutionResult | Buffer,
    readonly bytes: number,
    readonly isRefused = false,
  ) {
    if (Buffer.isBuffer(answer)) this.#json = answer;
    else this.#result = answer;
  }

  /** The same for all who are told it. */
  get json(): Buffer {
    this.#json ??= Buffer.from(JSON.stringify(this.#result));
    return this.#json;
  }

  get result(): ExecutionResult {
    this.#result ??= JSON.parse(String(this.#json)) as ExecutionResult;
    return this.#result;
  }
}
