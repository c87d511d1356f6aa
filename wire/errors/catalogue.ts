/**
 * All errors of the API by key: the status, the code, the English text, and who can encounter them. The web client
 * and pages translate by key, which does not change when the text is reworded.
 */
import type { TextValues } from '../icu.ts';
import { channelErrors } from './channels.ts';
import { callErrors, gifErrors, aiErrors, integrationErrors } from './integrations.ts';
import { messageErrors } from './messages.ts';
import { organizationErrors } from './organization.ts';
import { peopleErrors } from './people.ts';
import { requestErrors, unsupportedErrors } from './requests.ts';

export const errorCatalogue = {
  ...requestErrors,
  ...peopleErrors,
  ...channelErrors,
  ...callErrors,
  ...aiErrors,
  ...gifErrors,
  ...messageErrors,
  ...integrationErrors,
  ...organizationErrors,
  ...unsupportedErrors,
};

type Catalogue = typeof errorCatalogue;

export type ErrorKey = keyof Catalogue;

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The values that an error's text names. */
export type ErrorValues<Key extends ErrorKey> = Readonly<
  Record<NamesIn<Catalogue[Key]['text']>, string | number>
>;

/** Fields of an error response, beside `code` and `msg`, for the web client. */
export type KeyedError = { readonly key: string; readonly values: TextValues };
