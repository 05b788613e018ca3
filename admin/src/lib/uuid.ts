const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a generated ID, such as that of a run or a job. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
