/** The errors that people meet, in German. Values are those of the English text. */
import type { TranslatedErrorKey } from '../catalogue.ts';
import { calls } from './calls.ts';
import { channels } from './channels.ts';
import { integrations } from './integrations.ts';
import { messages } from './messages.ts';
import { organization } from './organization.ts';
import { people } from './people.ts';
import { requests } from './requests.ts';
import { unsupported } from './unsupported.ts';

export const germanErrors: Readonly<Record<TranslatedErrorKey, string>> = {
  ...requests,
  ...people,
  ...channels,
  ...calls,
  ...messages,
  ...integrations,
  ...organization,
  ...unsupported,
};
