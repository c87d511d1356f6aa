/** Whether more people can read a destination than the conversation on the screen. */
import type { Live } from '../../store/live.ts';
import type { Narrow } from '../../store/narrow/narrow.ts';
import type { Target } from '../../store/writing/drafts.ts';

const publicity = { people: 0, private: 1, organization: 2, everyone: 3 } as const;

/** Undefined for views of several conversations, of which none is open. */
function getPublicity(live: Live, narrow: Narrow | Target): number | undefined {
  if (narrow.kind === 'direct') return publicity.people;
  if (narrow.kind !== 'topic' && narrow.kind !== 'channel') return undefined;
  const channel = narrow.channelId === undefined ? undefined : live.get('channels').get(narrow.channelId);
  if (channel?.is_web_public) return publicity.everyone;
  return channel?.invite_only ? publicity.private : publicity.organization;
}

export function isMorePublic(live: Live, to: Target, open: Narrow): boolean {
  const [there, here] = [getPublicity(live, to), getPublicity(live, open)];
  return there !== undefined && here !== undefined && there > here;
}
