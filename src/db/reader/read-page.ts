/**
 * The rows of a page whose IDs are found first. If a row is deleted before it is read, the list would seem to end with this
 * page, so the page is read again.
 */
export async function readPage<Row>(
  findIds: () => Promise<readonly string[]>,
  findRows: (ids: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  for (;;) {
    const ids = await findIds();
    const rows = await findRows(ids);
    if (rows.length === ids.length) return rows;
  }
}
