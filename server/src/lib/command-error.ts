/** What a command of the operator cannot do, in one sentence that is printed without a stack trace. */
/** The command cannot be carried out; the message gives the reason and the remedy. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** @returns for an error of the file system, such as missing permissions or no space, one for the operator; others as they are. */
export const folderError = (error: unknown): unknown =>
  error instanceof Error && 'syscall' in error
    ? new CommandError(`The folder cannot be written: ${error.message}`)
    : error;
