/** Why the server will not start on this data: reported to the operator in one sentence, never with a stack. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}

/** A reason as part of a sentence: some end like one themselves. */
export const withoutStop = (reason: string): string => reason.trim().replace(/\.+$/, '');
