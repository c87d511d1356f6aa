/** Current members of channels, in layers like `IndexedRows`; the bottom layer also has recent former members. */
import type { EndedMembership, Membership } from './types.ts';

const none: ReadonlySet<number> = new Set();

export class Members {
  readonly #below: Members | undefined;
  readonly #byChannel = new Map<number, Map<number, Membership | null>>();
  readonly #byUser = new Map<number, Set<number>>();
  readonly #sorted = new Map<number, readonly number[]>();
  /** By channel, then by user. */
  readonly #ended = new Map<number, Map<number, EndedMembership[]>>();

  constructor(below?: Members) {
    this.#below = below;
  }

  get(channelId: number, userId: number): Membership | undefined {
    const own = this.#byChannel.get(channelId)?.get(userId);
    if (own !== undefined) return own ?? undefined;
    return this.#below?.get(channelId, userId);
  }

  has(channelId: number, userId: number): boolean {
    return this.get(channelId, userId) !== undefined;
  }

  set(channelId: number, userId: number, membership: Membership | null): void {
    this.#sorted.delete(channelId);
    const inChannel = setDefault(this.#byChannel, channelId, () => new Map<number, Membership | null>());
    if (membership === null && !this.#below) inChannel.delete(userId);
    else inChannel.set(userId, membership);
    const ofUser = setDefault(this.#byUser, userId, () => new Set<number>());
    if (membership === null && !this.#below) ofUser.delete(channelId);
    else ofUser.add(channelId);
  }

  /** Has no effect if the membership is known already. */
  addEnded(ended: EndedMembership): void {
    const inChannel = setDefault(this.#ended, ended.channelId, () => new Map<number, EndedMembership[]>());
    const spans = setDefault(inChannel, ended.userId, (): EndedMembership[] => []);
    if (!spans.some((span) => span.toPosition === ended.toPosition)) spans.push(ended);
  }

  /** Whether an event at this position was for this user as a member of the channel. */
  wasMember(channelId: number, userId: number, position: number): boolean {
    const now = this.get(channelId, userId);
    if (now && now.fromPosition < position) return true;
    return this.#wasMemberBefore(channelId, userId, position);
  }

  #wasMemberBefore(channelId: number, userId: number, position: number): boolean {
    const spans = this.#ended.get(channelId)?.get(userId);
    if (spans?.some((span) => span.fromPosition < position && position <= span.toPosition)) return true;
    return this.#below ? this.#below.#wasMemberBefore(channelId, userId, position) : false;
  }

  *findUsers(channelId: number): Generator<number> {
    const own = this.#byChannel.get(channelId);
    if (own) for (const [userId, membership] of own) if (membership) yield userId;
    if (!this.#below) return;
    for (const userId of this.#below.findUsers(channelId)) if (!own?.has(userId)) yield userId;
  }

  /** The members in ascending order, cached until membership changes: for lists of whole channels. */
  getIds(channelId: number): readonly number[] {
    if (this.#below && !this.#byChannel.has(channelId)) return this.#below.getIds(channelId);
    return setDefault(this.#sorted, channelId, () => [...this.findUsers(channelId)].sort((a, b) => a - b));
  }

  /** Users who left the channel while the log still contains earlier events. */
  *leftLately(channelId: number): Generator<number> {
    const own = this.#ended.get(channelId);
    if (own) yield* own.keys();
    if (this.#below) yield* this.#below.leftLately(channelId);
  }

  getCount(channelId: number): number {
    const own = this.#byChannel.get(channelId);
    if (!this.#below) return own?.size ?? 0;
    let count = this.#below.getCount(channelId);
    if (own)
      for (const [userId, membership] of own)
        count += Number(membership !== null) - Number(this.#below.has(channelId, userId));
    return count;
  }

  getChannels(userId: number): Iterable<number> {
    const own = this.#byUser.get(userId);
    if (!this.#below) return own ?? none;
    return own ? this.#getLayered(userId, own, this.#below) : this.#below.getChannels(userId);
  }

  /** @param touched Those of which this layer says whether the user is a member. */
  *#getLayered(userId: number, touched: ReadonlySet<number>, below: Members): Generator<number> {
    for (const channelId of touched) if (this.has(channelId, userId)) yield channelId;
    for (const channelId of below.getChannels(userId)) if (!touched.has(channelId)) yield channelId;
  }

  /** Current memberships of all channels. */
  getTotal(): number {
    let total = 0;
    for (const channelId of this.#byChannel.keys()) total += this.getCount(channelId);
    return total;
  }

  merge(): void {
    const below = this.#below;
    if (!below) return;
    for (const [channelId, users] of this.#byChannel)
      for (const [userId, membership] of users) below.set(channelId, userId, membership);
    for (const users of this.#ended.values())
      for (const spans of users.values()) for (const ended of spans) below.addEnded(ended);
  }

  /** Evicts former members to whom no event after this position can refer. */
  dropEndedBefore(position: number): void {
    for (const [channelId, users] of this.#ended) {
      for (const [userId, spans] of users) {
        const left = spans.filter((span) => span.toPosition > position);
        if (left.length > 0) users.set(userId, left);
        else users.delete(userId);
      }
      if (users.size === 0) this.#ended.delete(channelId);
    }
  }
}

function setDefault<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
