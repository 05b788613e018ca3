/** A completion that can be offered at a position in the text. */
export interface JsonCompletion {
  label: string;
  detail?: string;
  /** Inserted text. Defaults to the label. */
  apply?: string;
}

export interface JsonCompletions {
  /** Position on the line before the cursor where the completed text begins. */
  from: number;
  options: readonly JsonCompletion[];
  /**
   * Text from there to the cursor for which these are still the options. While the user types such text, the list
   * stays usable. Other text leads to a new request.
   */
  validFor: RegExp;
}

export interface JsonCursor {
  text: string;
  /** Characters before the cursor. */
  at: number;
}

export interface JsonEditorProps {
  /** The typed text, which may not be valid JSON yet. */
  value: string;
  onChange: (text: string) => void;
  /** For screen readers. In a `Field`, pass its label. */
  label: string;
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
  /** Minimum height in lines. Defaults to 6. */
  lines?: number;
  /** Completions for the cursor, such as tables for `"db:…"`. `before` is the line up to the cursor. */
  complete?: (before: string, cursor: JsonCursor) => Promise<JsonCompletions | undefined>;
  /** Marked in the text. Paths are those of the value. */
  issues?: readonly { path: readonly string[]; message: string }[];
}
