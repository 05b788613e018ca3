/**
 * Limits the bytes that are in memory at once. A budget can be part of a larger one, which is charged
 * too: an operation's budget is part of its token's, which is part of the process's.
 */
export class ByteBudget {
  #spent = 0;
  #exceeded: 'own' | 'shared' | undefined;

  constructor(
    private readonly max: number,
    private wider?: ByteBudget,
  ) {}

  /** Which budget was exceeded: this one, or a larger one that others share. */
  get exceeded(): 'own' | 'shared' | undefined {
    return this.#exceeded;
  }

  /** Returns false if that is too much, and from then on always. */
  spend(bytes: number): boolean {
    if (this.#exceeded) return false;
    if (this.#spent + bytes > this.max) this.#exceeded = 'own';
    else if (this.wider && !this.wider.#reserve(bytes)) this.#exceeded = 'shared';
    else this.#spent += bytes;
    return this.#exceeded === undefined;
  }

  /** Ends the work because others with the same share use up something else. It may succeed in a moment. */
  refuse(): void {
    this.#exceeded ??= 'shared';
  }

  /**
   * Returns everything to the larger budget; idempotent. What is spent afterward counts only here, because
   * nobody would return it.
   */
  release(): void {
    if (this.wider) this.wider.#giveBack(this.#spent);
    this.wider = undefined;
  }

  /** Others share this budget, so what does not fit now may fit in a moment. */
  #reserve(bytes: number): boolean {
    if (this.#spent + bytes > this.max) return false;
    if (this.wider && !this.wider.#reserve(bytes)) return false;
    this.#spent += bytes;
    return true;
  }

  #giveBack(bytes: number): void {
    this.#spent -= bytes;
    if (this.wider) this.wider.#giveBack(bytes);
  }
}
