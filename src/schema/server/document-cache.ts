/** Documents in use at once; of an application there are some dozens. */
const MAX_DOCUMENTS = 100;
/** A longer one is parsed anew each time. */
const MAX_LENGTH = 20_000;

/** What was made of documents lately, by their text: few, so that nobody fills the memory with ever new ones. */
export class DocumentCache<T> {
  readonly #found = new Map<string, T>();

  get(text: string): T | undefined {
    const found = this.#found.get(text);
    if (found !== undefined) this.set(text, found);
    return found;
  }

  set(text: string, value: T): void {
    if (text.length > MAX_LENGTH) return;
    this.#found.delete(text);
    this.#found.set(text, value);
    const [oldest] = this.#found.keys();
    if (this.#found.size > MAX_DOCUMENTS && oldest !== undefined) this.#found.delete(oldest);
  }
}
