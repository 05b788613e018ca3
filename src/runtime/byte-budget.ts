/**
 * Bytes that may be held in memory at once. A budget may belong to a wider one, which is charged with it: an operation's to its
 * token's, and that one to the process's.
 */
export class ByteBudget {
  #spent = 0;
  #exceeded: 'own' | 'shared' | undefined;

  constructor(
    private readonly max: number,
    private wider?: ByteBudget,
  ) {}

  /** Which budget did not suffice: this one, or a wider one that others use too. */
  get exceeded(): 'own' | 'shared' | undefined {
    return this.#exceeded;
  }

  /** Returns false when that is too much, and from then on always. */
  spend(bytes: number): boolean {
    if (this.#exceeded) return false;
    if (this.#spent + bytes > this.max) this.#exceeded = 'own';
    else if (this.wider && !this.wider.#reserve(bytes)) this.#exceeded = 'shared';
    else this.#spent += bytes;
    return this.#exceeded === undefined;
  }

  /** Gives everything back; idempotent. What is still spent counts here only: nobody would give it back to the wider one. */
  release(): void {
    if (this.wider) this.wider.#giveBack(this.#spent);
    this.wider = undefined;
  }

  /** Others share this one: what does not fit now may fit in a moment. */
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
