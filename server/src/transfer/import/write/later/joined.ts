/** How many people a newer export would add to a channel that came before, for a dry run. */
import type { OrganizationCache } from '../../../../core/organization/index.ts';
import type { Db } from '../../../../db/db.ts';
import type { ChannelRecord, PersonRecord, SourceId } from '../../records.ts';
import { memberKey } from '../channels.ts';
import { findItems } from '../items.ts';

export class Joining {
  readonly #people: ReadonlyMap<SourceId, number>;
  /** Active people of the export whom no earlier run brought. */
  readonly #coming = new Set<SourceId>();

  /** @param people Those whom earlier runs brought. */
  constructor(people: ReadonlyMap<SourceId, number>) {
    this.#people = people;
  }

  /** Before the channels. */
  note({ id, isActive, isForeign }: PersonRecord): void {
    if (isActive && isForeign !== true && !this.#people.has(id)) this.#coming.add(id);
  }

  /** Who was in it before and is not now has left it here. */
  async count(
    db: Db,
    { sourceId, cache }: { sourceId: number; cache: OrganizationCache },
    { id, members }: Pick<ChannelRecord, 'id' | 'members'>,
    channelId: number,
  ): Promise<number> {
    const possible = members.filter((member) => this.#mayJoin(cache, member, channelId));
    const before = await findItems(
      ...([db, sourceId, 'member'] as const),
      possible.map((member) => memberKey(id, member)),
    );
    return possible.filter((member) => !before.has(memberKey(id, member))).length;
  }

  #mayJoin(cache: OrganizationCache, member: SourceId, channelId: number): boolean {
    const userId = this.#people.get(member);
    if (userId === undefined) return this.#coming.has(member);
    return cache.users.get(userId)?.isActive === true && !cache.members.has(channelId, userId);
  }
}
