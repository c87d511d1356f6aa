/** The channels of the cast. */
import type { App } from '../../server/src/app/open-app.ts';
import { insertChannel, type NewChannel } from '../../server/src/core/channels/insert.ts';
import { beginMemberships, type NewMembership } from '../../server/src/core/channels/membership.ts';
import { keysIn, toRecord } from '../../server/src/lib/objects.ts';
import type { Account } from './client.ts';
import type { Name } from './world.ts';

export type ChannelName = 'general' | 'design' | 'vault' | 'lounge';

export interface Cast {
  /** Ids by name. */
  channels: Record<ChannelName, number>;
}

const channels: Record<ChannelName, Partial<NewChannel> & { members: readonly Name[] }> = {
  general: {
    members: ['ada', 'ben', 'cleo', 'dan', 'eve', 'gus'],
    isDefault: true,
    description: 'Everything else',
  },
  design: { members: ['ada', 'cleo', 'dan'], isPrivate: true },
  vault: { members: ['ada', 'dan'], isPrivate: true, isHistoryPublic: false },
  lounge: { members: ['ada', 'eve'] },
};

export async function addChannels(app: App, orgId: number, people: Record<Name, Account>): Promise<Cast> {
  const ids = await app.db.write(orgId, 'system', async (tx) => {
    const joining: NewMembership[] = [];
    const made = new Map<ChannelName, number>();
    for (const name of keysIn(channels)) {
      const { members, ...channel } = channels[name];
      const channelId = await insertChannel(tx, { name, creatorId: people.ada.id, ...channel });
      for (const member of members) joining.push({ userId: people[member].id, channelId });
      made.set(name, channelId);
    }
    await beginMemberships(tx, joining);
    return made;
  });
  return { channels: toRecord(keysIn(channels), (name) => ids.get(name) ?? 0) };
}
