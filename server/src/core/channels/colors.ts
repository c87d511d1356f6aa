/** Colours of channels: each new subscription gets one that the person does not have yet, while there are any. */
import type { OrganizationCache } from '../organization/index.ts';

const palette = [
  '#5b6ee1',
  '#2f9e77',
  '#c7762e',
  '#b8527a',
  '#3d8fb0',
  '#8a6fbf',
  '#8f9a3a',
  '#c2554d',
  '#4d7f5c',
  '#a8803c',
  '#6b7a8f',
  '#9c5fa8',
  '#3f9a94',
  '#b06a4a',
  '#5a86c9',
  '#7d8b55',
  '#c06f92',
  '#54738a',
  '#9a7350',
  '#6f66a8',
  '#458a4d',
  '#b4913f',
  '#87596f',
  '#4a9bc0',
] as const;

/** Assigns colours to new subscriptions one after the other, so that neighbours differ. */
export function colorChooser(cache: OrganizationCache): (userId: number) => string {
  const counts = new Map<number, number>();
  return (userId) => {
    const count = counts.get(userId) ?? [...cache.members.getChannels(userId)].length;
    counts.set(userId, count + 1);
    return palette[count % palette.length] ?? palette[0];
  };
}
