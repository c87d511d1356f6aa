/** Fetches the topics of all channels, so that conversations that were read long ago can be found. */
import { batch } from '@preact/signals';
import type { ApiFailure } from '../api.ts';
import type { Client } from '../client.ts';
import { loadTopics, type Take } from './topic-lists.ts';

const atOnce = 6;
const togetherMs = 100;

/**
 * Topics that arrive at about the same time are stored as one change, since all views of topics are recomputed for it.
 */
function together(): Take {
  let waiting: (() => void)[] = [];
  let taken: Promise<void> | undefined;
  return (take) => {
    waiting.push(take);
    return (taken ??= new Promise((resolve) => {
      setTimeout(() => {
        const now = waiting;
        [waiting, taken] = [[], undefined];
        batch(() => {
          for (const each of now) each();
        });
        resolve();
      }, togetherMs);
    }));
  };
}

/**
 * Loads the topics of all subscribed channels, those of unmuted channels first.
 * @param untilFree resolves when a request takes no time from something more urgent; asked before each
 */
export async function loadAllTopics(
  client: Client,
  untilFree: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const { channels, subscriptions } = client.live.peek();
  const waiting = [...subscriptions]
    .filter(([id]) => typeof channels.get(id)?.first_message_id === 'number')
    .sort(([, a], [, b]) => Number(b.is_muted) - Number(a.is_muted))
    .map(([id]) => id);
  const takeIn = together();
  const taken: Promise<unknown>[] = [];
  /** Resolves with the response; it is stored while the next ones are fetched. */
  const load = (id: number): Promise<ApiFailure | undefined> =>
    new Promise((resolve) => {
      const loaded = loadTopics(client, id, (take) => {
        resolve(undefined);
        return takeIn(take);
      });
      taken.push(loaded);
      void loaded.then(resolve);
    });
  const work = async (): Promise<void> => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      await untilFree();
      const failure = await load(id);
      // The other requests would fail too.
      if (failure !== undefined && failure.kind !== 'refused') return;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await Promise.all(taken);
}
