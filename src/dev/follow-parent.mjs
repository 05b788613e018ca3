/**
 * Loaded before the program of a child process: when the parent is gone, killed perhaps, the child ends as if told to. The
 * channel to the parent keeps nobody alive.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
