/** Plain texts for errors whose `msg` other clients depend on: what the web client shows and translates. */
import type { ErrorKey } from './catalogue.ts';

export const plainErrors: Partial<Readonly<Record<ErrorKey, string>>> = {
  'parameters.not-a-date': 'This is not a valid date.',
  'parameters.not-a-url': 'This is not a valid URL.',
  'parameters.not-a-url-value': 'This is not a valid URL.',
  'parameters.blank': 'This field cannot be empty.',
  'parameters.too-long': 'This is too long (limit: {limit} characters).',
  'parameters.invalid-character': 'The text contains an invalid character.',
  'parameters.out-of-range': 'The value must be between {least} and {most}.',
  'authentication.required': 'Your session has expired. Reload the page.',
  'authentication.invalid-api-key': 'Your session has expired. Reload the page.',
  'linkifiers.already-exists': 'A linkifier with this pattern already exists.',
  'playgrounds.already-exists': 'A playground with this language and name already exists.',
  'settings.changed-meanwhile': 'Someone else has changed this setting. Check it and try again.',
  'channels.no-subscribers': 'The private channel has no subscribers.',
};
