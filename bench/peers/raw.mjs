/** The limit for jobs: the same requests in a loop, without storing anything. */
import { createPoster } from './post.mjs';

export async function jobs({ agentUrl, count, concurrency }) {
  const post = createPoster(agentUrl, concurrency);
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < count) {
        next += 1;
        await post('/agent', { id: next });
      }
    }),
  );
  return performance.now() - began;
}
