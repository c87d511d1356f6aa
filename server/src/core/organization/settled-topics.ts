/**
 * Caches for whom sending to a topic changes no visibility policy: determined by a query once, and kept until
 * something that it depends on changes. In layers like the rows of the cache.
 */
const mostKept = 50_000;

const getKey = (channelId: number, topicKey: string): string => `${channelId} ${topicKey}`;

export class SettledTopics {
  readonly #below: SettledTopics | undefined;
  /** By person. */
  readonly #kept = new Map<number, Set<string>>();
  #count = 0;
  /** Entries of the layers below that are no longer valid. */
  readonly #droppedUsers = new Set<number>();
  #isCleared = false;

  constructor(below?: SettledTopics) {
    this.#below = below;
  }

  get memory(): { entries: number; limit: number } {
    return { entries: this.#count, limit: mostKept };
  }

  has(userId: number, channelId: number, topicKey: string): boolean {
    return this.#has(userId, getKey(channelId, topicKey));
  }

  #has(userId: number, key: string): boolean {
    if (this.#kept.get(userId)?.has(key)) return true;
    if (this.#isCleared || this.#droppedUsers.has(userId)) return false;
    return this.#below ? this.#below.#has(userId, key) : false;
  }

  add(userId: number, channelId: number, topicKey: string): void {
    this.#add(userId, getKey(channelId, topicKey));
  }

  #add(userId: number, key: string): void {
    if (this.#count >= mostKept) this.clear();
    const known = this.#kept.get(userId) ?? new Set();
    if (known.has(key)) return;
    this.#kept.set(userId, known.add(key));
    this.#count += 1;
  }

  drop(userIds: Iterable<number>): void {
    for (const userId of userIds) {
      this.#count -= this.#kept.get(userId)?.size ?? 0;
      this.#kept.delete(userId);
      if (this.#below) this.#droppedUsers.add(userId);
    }
  }

  clear(): void {
    this.#kept.clear();
    this.#count = 0;
    if (this.#below) this.#isCleared = true;
  }

  merge(): void {
    const below = this.#below;
    if (!below) return;
    if (this.#isCleared) below.clear();
    below.drop(this.#droppedUsers);
    for (const [userId, keys] of this.#kept) for (const key of keys) below.#add(userId, key);
  }
}
