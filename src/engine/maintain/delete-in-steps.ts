/** Rows per statement, few enough that nothing else waits for long. */
export const ROWS_PER_DELETE = 1_000;

/**
 * Repeats a statement that deletes up to {@link ROWS_PER_DELETE} rows until it finds fewer.
 * @returns how many rows were deleted
 */
export async function deleteInSteps(
  signal: AbortSignal,
  deleteSome: (limit: number) => Promise<number>,
): Promise<number> {
  let total = 0;
  for (let last = ROWS_PER_DELETE; last === ROWS_PER_DELETE && !signal.aborted; total += last)
    last = await deleteSome(ROWS_PER_DELETE);
  return total;
}
