/** How commands print: results on stdout, everything else on stderr. */
export interface Output {
  /** Whether `--json` was given. */
  readonly json: boolean;
  /** Prints the result: with `--json` as one line of JSON, otherwise as the text that `describe` returns. */
  result(value: unknown, describe: () => string): void;
  /** A line for people; nothing with `--json`. */
  note(text: string): void;
}

export function createOutput(json: boolean): Output {
  return {
    json,
    result(value, describe) {
      process.stdout.write(json ? `${JSON.stringify(value)}\n` : withLineBreak(describe()));
    },
    note(text) {
      if (!json) process.stderr.write(withLineBreak(text));
    },
  };
}

export function printFailure(json: boolean, message: string, exitCode: number): void {
  process.stderr.write(
    json ? `${JSON.stringify({ error: { message, exitCode } })}\n` : withLineBreak(message),
  );
}

/** Rows as columns of equal width, without trailing spaces. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
    });
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function withLineBreak(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
