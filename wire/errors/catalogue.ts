/**
 * Every error of the API by its key: the status, the code and English text that any client gets, and who can meet it. Web client
 * and pages translate by key; it stays the same when the text is reworded.
 */
import type { TextValues } from '../icu.ts';
import { aiErrors } from './ai.ts';
import { callErrors } from './calls.ts';
import { channelErrors } from './channels.ts';
import type { TranslatedIn } from './entry.ts';
import { gifErrors } from './gifs.ts';
import { integrationErrors } from './integrations.ts';
import { messageErrors } from './messages.ts';
import { organizationErrors } from './organization.ts';
import { peopleErrors } from './people.ts';
import { requestErrors } from './requests.ts';
import { unsupportedErrors } from './unsupported.ts';

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

/** The errors that need a translation. */
export type TranslatedErrorKey = TranslatedIn<Catalogue>;

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The values that an error's text names. */
export type ErrorValues<Key extends ErrorKey> = Readonly<
  Record<NamesIn<Catalogue[Key]['text']>, string | number>
>;

/** What an error response carries beside `code` and `msg` for the web client. */
export type KeyedError = { readonly key: string; readonly values: TextValues };
