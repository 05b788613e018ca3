/** Number of cached documents. An application has a few dozen. */
const MAX_DOCUMENTS = 100;
/** Longer documents are parsed each time. */
const MAX_LENGTH = 20_000;

/**
 * Caches results by document text. It keeps only recent ones, so that clients cannot fill the memory
 * with ever new documents.
 */
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
