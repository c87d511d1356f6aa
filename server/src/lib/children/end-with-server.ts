/** Ends a child process that the server has left behind, as after a kill. Called by the child. */
export function endWithServer(): void {
  process.once('disconnect', () => process.exit(1));
}

/** The same for a command, which ends by itself when it has nothing to do. */
export function endCommandWithServer(): void {
  endWithServer();
  process.channel?.unref();
}
