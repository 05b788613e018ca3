/** Undoes what must not outlive the run, in reverse order, however the run ends. */
const pending = [];

/** @returns a function that undoes it now */
export function atEnd(undo) {
  let done;
  const once = () => {
    done ??= Promise.resolve(undo()).catch((error) => console.error('cleaning up:', error.message));
    pending.splice(pending.indexOf(once), pending.includes(once) ? 1 : 0);
    return done;
  };
  pending.push(once);
  return once;
}

let cleaning;

/**
 * Runs once, even if it is called twice: a signal calls it, and so does the end of the measurement that
 * follows.
 */
export function cleanUp() {
  cleaning ??= (async () => {
    while (pending.length > 0) await pending.at(-1)();
  })();
  return cleaning;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => cleanUp().finally(() => process.exit(130)));

process.once('uncaughtException', (error) => {
  console.error(error);
  cleanUp().finally(() => process.exit(1));
});
