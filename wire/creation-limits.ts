/**
 * How many of each kind people may make, by the error that refuses more of them. Generous: they end what no one does by hand.
 * docs/api.md lists them.
 */
import type { ErrorKey } from './errors/catalogue.ts';

interface CreationLimit {
  most: number;
  /** As in docs/api.md. */
  what: string;
}

export const creationLimits = {
  'channels.too-many-in-request': { most: 100, what: 'new channels in a request' },
  // Members and their bots; administrators set organizations up.
  'channels.too-many-in-a-day': {
    most: 500,
    what: 'new channels of a person and their bots in 24 hours, except administrators',
  },
} as const satisfies Partial<Record<ErrorKey, CreationLimit>>;

export type CreationLimitKey = keyof typeof creationLimits;
