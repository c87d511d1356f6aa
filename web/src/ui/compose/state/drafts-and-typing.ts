/** Syncs drafts with the server, and sends typing notifications. */
import { effect, untracked } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { NewDraft } from '../../../../../wire/drafts.ts';
import { getFailure } from '../../../connection/api.ts';
import { sendTyping, TypingNotices } from '../../../actions/activity/typing.ts';
import type { Client } from '../../../connection/client.ts';
import { DraftSync } from '../../../store/writing/draft-sync.ts';
import { targetKey, type Target } from '../../../store/writing/drafts.ts';
import { preference } from '../../../view/preferences/preferences.ts';
import { drafts, target } from './state.ts';
import { getDestination } from './written.ts';

const restMs = 1500;

/** One for each page: two would create the same draft twice. */
const syncs = new WeakMap<Client, DraftSync>();

function getSync(client: Client): DraftSync {
  const known = syncs.get(client) ?? openSync(client);
  syncs.set(client, known);
  return known;
}

function openSync({ api, live, sync }: Client): DraftSync {
  return new DraftSync({
    drafts,
    ownId: live.peek().own.user_id,
    storage: window.localStorage,
    synced: () => live.peek().drafts,
    isCurrent: () => sync.connection.value.kind === 'online',
    create: (draft: NewDraft) =>
      api.post<{ ids: number[] }>('/drafts', { drafts: [draft] }).then(
        ({ ids }) => ids[0],
        () => undefined,
      ),
    change: (id, draft) =>
      api.patch(`/drafts/${id}`, { draft }).then(
        () => 'done' as const,
        (error: unknown) => (isGone(error) ? 'gone' : 'failed'),
      ),
    remove: (id) => api.delete(`/drafts/${id}`).then(() => true, isGone),
  });
}

/**
 * Sends drafts that the server does not have, if the person has turned synchronization on.
 * @returns how many exist only here
 */
export async function syncDrafts(client: Client): Promise<number> {
  if (preference(client.live, 'enable_drafts_synchronization') !== true) return drafts.all.peek().size;
  const sync = getSync(client);
  await sync.sync();
  return sync.unsyncedCount();
}

function isGone(error: unknown): boolean {
  const failure = getFailure(error);
  return failure.kind === 'refused' && failure.status === 404;
}

/** If turned on: sends drafts when typing pauses, and receives those of other devices. */
export function useDraftSync(client: Client): void {
  const isOn = preference(client.live, 'enable_drafts_synchronization') === true;
  useEffect(() => {
    const sync = getSync(client);
    if (!isOn) {
      sync.stop();
      return undefined;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const endSyncing = drafts.all.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        void sync.sync();
      }, restMs);
    });
    // At once, before another tab of this browser, which the person goes to, creates the same drafts.
    const flush = () => void sync.sync();
    window.addEventListener('blur', flush);
    const endFetching = effect(() => {
      client.live.get('drafts');
      if (preference(client.live, 'enable_drafts_synchronization') === true) sync.fetch();
      else sync.stop();
    });
    const endOpening = effect(() => {
      const to = target.value;
      // Before, the drafts of others may be those of an earlier visit.
      if (to !== undefined && client.sync.connection.value.kind === 'online')
        untracked(() => openOther(sync, to));
    });
    return () => {
      clearTimeout(timer);
      if (timer !== undefined) void syncDrafts(client);
      endOpening();
      endSyncing();
      window.removeEventListener('blur', flush);
      endFetching();
    };
  }, [client, isOn]);
}

/** What was taken over last. It was not typed here. */
let taken: { key: string; text: string } | undefined;

/** A conversation that is opened has what was written in it elsewhere, unless something is written in it here. */
function openOther(sync: DraftSync, to: Target): void {
  const other = sync.findOther(to);
  if (other === undefined) return;
  taken = { key: targetKey(to), text: other.content };
  sync.take(to, other);
}

export function useTypingNotices(client: Client): void {
  useEffect(() => {
    const { organization } = client.live.peek();
    const notices = new TypingNotices({
      sync: (to, op) => sendTyping(client, to, op),
      again: organization.server_typing_started_wait_period_milliseconds ?? 30_000,
      silence: organization.server_typing_stopped_wait_period_milliseconds ?? 12_000,
      now: Date.now,
      later: (call, milliseconds) => {
        const timer = setTimeout(call, milliseconds);
        return () => clearTimeout(timer);
      },
    });
    const end = watchWriting(notices);
    return () => {
      end();
      notices.stopped();
    };
  }, [client]);
}

/** A draft that was already there does not count as typing. */
function watchWriting(notices: TypingNotices): () => void {
  let before: { key: string; text: string } | undefined;
  return effect(() => {
    const to = target.value;
    const key = to === undefined ? '' : targetKey(to);
    const text = drafts.all.value.get(key)?.text ?? '';
    const isTaken = taken?.key === key && taken.text === text;
    const hasChanged = before?.key === key && before.text !== text && !isTaken;
    if (before?.key !== key || text === '') notices.stopped();
    else if (hasChanged) {
      const destination = to && getDestination(to);
      if (destination !== undefined) notices.wrote(destination);
    }
    before = { key, text };
  });
}
