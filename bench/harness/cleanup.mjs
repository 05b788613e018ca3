/** What must not outlive a run: undone in reverse order when it ends, however it ends. */
const pending = [];

/** @returns undoes it now */
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

/** Runs once, even if called twice: a signal ends the measurement, which then ends the run. */
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
