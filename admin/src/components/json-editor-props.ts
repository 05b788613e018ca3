/** What completion may offer at a place in the text. */
export interface JsonCompletion {
  label: string;
  detail?: string;
  /** What is inserted; default: the label. */
  apply?: string;
}

/** Where the cursor is. */
export interface JsonCursor {
  text: string;
  /** Characters before it. */
  at: number;
}

export interface JsonEditorProps {
  /** The text as typed, which need not be JSON yet. */
  value: string;
  onChange: (text: string) => void;
  /** For screen readers; inside a `Field` give its label. */
  label: string;
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
  isReadOnly?: boolean;
  /** Least height in lines; default 6. */
  lines?: number;
  /**
   * What may stand here, e.g. tables for `"db:…"`: `before` is the text of the line up to the cursor. `from` is where in
   * `before` the completion begins.
   */
  complete?: (
    before: string,
    cursor: JsonCursor,
  ) => Promise<{ from: number; options: readonly JsonCompletion[] } | undefined>;
  /** Marked where they are; paths are those of the value. */
  issues?: readonly { path: readonly string[]; message: string }[];
}
