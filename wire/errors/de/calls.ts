import type { callErrors } from '../calls.ts';
import type { TranslationOf } from '../entry.ts';

export const calls: TranslationOf<typeof callErrors> = {
  'calls.not-configured': 'Auf diesem Server ist {provider} nicht eingerichtet.',
  'calls.bigbluebutton-not-configured': 'Auf diesem Server ist BigBlueButton nicht eingerichtet.',
};
