const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is the id of something that came to be by itself: an execution, a job, a trace. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
