import type { Typists } from '../../store/messages/typing.ts';

/** @returns those who are still typing: their last event is not older than `expiry`, in milliseconds like `now` */
export const findCurrentTypists = (typists: Typists | undefined, now: number, expiry: number): number[] =>
  [...(typists ?? [])].filter(([, at]) => at + expiry > now).map(([id]) => id);
