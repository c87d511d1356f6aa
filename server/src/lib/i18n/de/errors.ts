import type { errors as english } from '../en/errors.ts';

export const errors: Record<keyof typeof english, string> = {
  'errors.tooMany':
    'Zu viele Versuche. Versuche es in {minutes, plural, one {# Minute} other {# Minuten}} noch einmal.',
  'errors.busy': 'Gerade melden sich zu viele an. Versuche es gleich noch einmal.',
};
