/**
 * Loaded before the program of a child process. When the parent is gone, perhaps killed, the child ends as if it
 * had received SIGTERM. The channel to the parent does not keep the process alive.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
