/** The reason for which the server refuses to start: one sentence for the operator, without a stack trace. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}

/** Removes the full stop of a reason that becomes part of a sentence. */
export const withoutStop = (reason: string): string => reason.trim().replace(/\.+$/, '');
