/** Synchronizes local drafts with those of the server. Local changes that were not sent are never lost. */
import type { Draft as SyncedDraft, NewDraft } from '../../../../wire/drafts.ts';
import { parseStored, tryToStore, type KeyedStorage } from '../base/storage.ts';
import { draftLinksKey, targetKey, type Draft, type Drafts, type Target } from './drafts.ts';
import { targetOfDraft } from './waiting.ts';

/** What is known about a draft on the server. */
type Link = {
  id: number;
  /** The text as it was sent last. */
  text: string;
  /** Seconds since 1970. */
  at: number;
  /** The server has shown it: only then does its absence mean that it was deleted elsewhere. */
  isSeen: boolean;
};

export type DraftSyncOptions = {
  drafts: Drafts;
  ownId: number;
  /** The drafts on the server, as far as known. */
  synced: () => ReadonlyMap<number, SyncedDraft>;
  /** Whether it is current, not restored from an earlier visit. */
  isCurrent: () => boolean;
  /** @returns undefined if the request failed */
  create: (draft: NewDraft) => Promise<number | undefined>;
  /** `gone`: the server has no draft with this ID. */
  change: (id: number, draft: NewDraft) => Promise<'done' | 'gone' | 'failed'>;
  remove: (id: number) => Promise<boolean>;
  storage: Pick<KeyedStorage, 'getItem' | 'setItem'>;
};

export class DraftSync {
  readonly #options: DraftSyncOptions;
  #links = new Map<string, Link>();
  #syncing: Promise<void> | undefined;
  /** Deleted from here, which the server may not have shown yet. */
  readonly #removed = new Set<number>();
  /** False if the storage was full and has older drafts. */
  #areLinksStored = true;

  constructor(options: DraftSyncOptions) {
    this.#options = options;
  }

  /** Sends local changes to the server. Runs once at a time; what fails is sent next time. */
  sync(): Promise<void> {
    this.#syncing ??= this.#syncAll().finally(() => (this.#syncing = undefined));
    return this.#syncing;
  }

  /** Drafts that differ from the server's version. */
  unsyncedCount(): number {
    this.#read();
    const all = [...this.#options.drafts.all.peek()];
    return all.filter(([key, { text }]) => this.#links.get(key)?.text !== text).length;
  }

  async #syncAll(): Promise<void> {
    this.#read();
    try {
      const { drafts } = this.#options;
      for (const key of [...this.#links.keys()])
        if (!drafts.all.peek().has(key)) await this.#syncRemoval(key);
      for (const [key, draft] of drafts.all.peek()) await this.#syncText(key, draft);
    } finally {
      this.#save();
    }
  }

  /** Takes over changes from elsewhere where the local draft is unchanged. */
  fetch(): void {
    const { drafts, synced, isCurrent } = this.#options;
    if (this.#syncing === undefined) this.#read();
    // Before they are edited: afterwards they would not be recognized.
    for (const [key, draft] of drafts.all.peek()) if (!this.#links.has(key)) this.#adopt(key, draft);
    for (const [key, link] of this.#links) {
      const draft = drafts.all.peek().get(key);
      const theirs = synced().get(link.id);
      const isUntouched = draft?.text === link.text;
      if (theirs === undefined) {
        if (!link.isSeen || !isCurrent()) continue;
        this.#links.delete(key);
        if (draft !== undefined && isUntouched) drafts.write(draft.target, '');
      } else {
        link.isSeen = true;
        if (theirs.timestamp <= link.at || draft === undefined || !isUntouched) continue;
        link.text = theirs.content;
        link.at = theirs.timestamp;
        drafts.write(draft.target, theirs.content);
      }
    }
    this.#save();
  }

  /**
   * The latest draft of another device for a conversation without one here. While drafts are sent, or what is known may be
   * old, there is none: it could be what was just sent or deleted.
   */
  findOther(target: Target): SyncedDraft | undefined {
    const { drafts, synced, isCurrent, ownId } = this.#options;
    if (this.#syncing !== undefined || !isCurrent() || drafts.getText(target) !== '') return undefined;
    this.#read();
    const key = targetKey(target);
    if (this.#links.has(key)) return undefined;
    const linked = new Set([...this.#links.values()].map(({ id }) => id));
    return [...synced().values()]
      .filter(
        (each) =>
          !linked.has(each.id) &&
          !this.#removed.has(each.id) &&
          targetKey(targetOfDraft(each, ownId)) === key,
      )
      .sort((a, b) => b.timestamp - a.timestamp)[0];
  }

  /** Continues it here: it stays the same draft. */
  take(target: Target, { id, content: text, timestamp: at }: SyncedDraft): void {
    this.#links.set(targetKey(target), { id, text, at, isSeen: true });
    this.#save();
    this.#options.drafts.write(target, text);
  }

  /** The server has stopped keeping drafts: local ones stay, and are sent again if it resumes. */
  stop(): void {
    this.#links = new Map();
    this.#save();
  }

  async #syncRemoval(key: string): Promise<void> {
    const link = this.#links.get(key);
    if (link === undefined || !(await this.#options.remove(link.id))) return;
    this.#removed.add(link.id);
    this.#links.delete(key);
  }

  async #syncText(key: string, draft: Draft): Promise<void> {
    const { create, change } = this.#options;
    const link = this.#links.get(key) ?? this.#adopt(key, draft);
    if (link?.text === draft.text) return;
    const sent = getNewDraft(draft, this.#options.ownId);
    const at = Math.floor(draft.changedAt / 1000);
    const outcome = link === undefined ? 'gone' : await change(link.id, sent);
    if (outcome === 'failed') return;
    if (outcome === 'done') {
      this.#links.set(key, { ...link!, text: draft.text, at });
      return;
    }
    this.#links.delete(key);
    const id = await create(sent);
    if (id !== undefined) this.#links.set(key, { id, text: draft.text, at, isSeen: false });
  }

  /** A draft from the server that is opened here stays the same draft. */
  #adopt(key: string, { text }: Draft): Link | undefined {
    const { synced, ownId } = this.#options;
    const linked = new Set([...this.#links.values()].map(({ id }) => id));
    const same = [...synced().values()].find(
      (each) =>
        !linked.has(each.id) &&
        targetKey(targetOfDraft(each, ownId)) === key &&
        each.content.trim() === text.trim(),
    );
    if (same === undefined) return undefined;
    const link = { id: same.id, text, at: same.timestamp, isSeen: true };
    this.#links.set(key, link);
    return link;
  }

  /**
   * Other tabs sync too, and sign-out deletes everything: a local draft that is missing was not deleted by this person.
   */
  #read(): void {
    const kept = this.#options.storage.getItem(draftLinksKey);
    if (kept !== null && !this.#areLinksStored) return;
    this.#links = new Map<string, Link>(parseStored(kept, []));
  }

  #save(): void {
    this.#areLinksStored = tryToStore(this.#options.storage, draftLinksKey, JSON.stringify([...this.#links]));
  }
}

/** The draft in the form of the API. */
function getNewDraft({ target, text, changedAt }: Draft, ownId: number): NewDraft {
  const common = { content: text, timestamp: Math.floor(changedAt / 1000) };
  if (target.kind === 'direct') {
    const to = target.userIds.length === 0 ? [ownId] : [...target.userIds];
    return { ...common, type: 'private', to, topic: '' };
  }
  const { channelId, topic } = target;
  if (channelId === undefined) return { ...common, type: '', to: [], topic: '' };
  return { ...common, type: 'stream', to: [channelId], topic };
}
