import type { TranslationOf } from '../entry.ts';
import type { unsupportedErrors } from '../unsupported.ts';

export const unsupported: TranslationOf<typeof unsupportedErrors> = {
  'unsupported.ai-disabled': 'Auf diesem Server sind KI-Funktionen nicht eingeschaltet.',
};
