/** Runs in a child process, and answers calls to the functions of the module that BENCH_MODULE names. */
const functions = await import(process.env.BENCH_MODULE);

process.on('message', async ({ id, name, params }) => {
  try {
    process.send({ id, value: (await functions[name](params)) ?? null });
  } catch (error) {
    process.send({ id, error: error.stack ?? String(error) });
  }
});
process.on('disconnect', () => process.exit());
