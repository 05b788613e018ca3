import type { ExecutionResult } from 'graphql';

/** The answer to one event for one group of subscriptions. */
export class EventAnswer {
  #json: Buffer | undefined;
  #result: ExecutionResult | undefined;

  /**
   * @param isRefused the API token that executed it had no bytes left; another token may still get an
   * answer
   */
  constructor(
    answer: ExecutionResult | Buffer,
    readonly bytes: number,
    readonly isRefused = false,
  ) {
    if (Buffer.isBuffer(answer)) this.#json = answer;
    else this.#result = answer;
  }

  /** Shared by all subscribers. */
  get json(): Buffer {
    this.#json ??= Buffer.from(JSON.stringify(this.#result));
    return this.#json;
  }

  get result(): ExecutionResult {
    this.#result ??= JSON.parse(String(this.#json)) as ExecutionResult;
    return this.#result;
  }
}
