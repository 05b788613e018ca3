/**
 * The answers in a stream of server-sent events, in the "distinct connections" mode of GraphQL over SSE, until `complete`.
 * @param broken the error for a stream that ends before
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  broken: () => Error,
): AsyncGenerator<unknown> {
  let pending = '';
  let event = '';
  try {
    for await (const chunk of body.pipeThrough(new TextDecoderStream() as never) as ReadableStream<string>) {
      const lines = (pending + chunk).split('\n');
      pending = lines.pop() ?? '';
      for (const line of lines) {
        if (line.startsWith('event:')) event = line.slice(6).trim();
        if (event === 'complete') return;
        if (line.startsWith('data:') && event === 'next') yield JSON.parse(line.slice(5));
      }
    }
  } catch (error) {
    throw isNetworkError(error) ? broken() : error;
  }
  throw broken();
}

/** Whether `fetch` failed because the connection broke, and not because of our own abort. */
function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError;
}
