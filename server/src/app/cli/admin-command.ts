/** The type of a command that changes an organization: a function over an open server, and its options. */
import type { Static, TObject } from '../../../../wire/core.ts';
import type { App } from '../open-app.ts';

/** The result of a command as fields, from which the text for people is formatted. */
export type Result = Record<string, unknown>;

export interface AdminCommand<T extends TObject = TObject> {
  options: T;
  run(app: App, options: Static<T>): Promise<Result>;
}

export function adminCommand<T extends TObject>(command: AdminCommand<T>): AdminCommand {
  return command;
}
