/** An answer of a subscription, or the cursor that the server sends while there is nothing to answer. */
export type StreamPart = { kind: 'answer'; answer: unknown } | { kind: 'cursor'; cursor: string };

/**
 * Reads server-sent events as GraphQL over SSE sends them ("distinct connections mode") until `complete`.
 *
 * @returns whether the stream was complete; otherwise the connection was closed before
 */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<StreamPart, boolean> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let pending = '';
  let event = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return false;
      const lines = (pending + decoder.decode(value, { stream: true })).split('\n');
      pending = lines.pop() ?? '';
      for (const line of lines) {
        if (line.startsWith(': cursor ')) yield { kind: 'cursor', cursor: line.slice(9).trim() };
        else if (line.startsWith('event:')) event = line.slice(6).trim();
        if (event === 'complete') return true;
        if (line.startsWith('data:') && event === 'next')
          yield { kind: 'answer', answer: JSON.parse(line.slice(5)) };
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
