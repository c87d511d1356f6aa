/** The type of a command that changes an organization: a function over an open server, and its options. */
import type { Static, TObject } from '../../../../wire/core.ts';
import type { App } from '../open-app.ts';

/** The result of a command as fields, from which the text for people is formatted. */
export type Result = Record<string, unknown>;

export interface AdminCommand<Options extends TObject = TObject, Response extends Result = Result> {
  options: Options;
  run(app: App, options: Static<Options>): Promise<Response>;
}

export const adminCommand = <Options extends TObject, Response extends Result>(
  command: AdminCommand<Options, Response>,
): AdminCommand<Options, Response> => command;
