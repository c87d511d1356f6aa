/** Fetches the topics of all channels, hundreds of requests, between key presses. */
import { loadAllTopics } from '../../../actions/all-topics.ts';
import type { Client } from '../../../connection/client.ts';

/** Longer than the time from one letter to the next. */
const restMs = 300;

let pressedAt = -Infinity;
document.addEventListener('keydown', () => (pressedAt = performance.now()), { capture: true });

async function waitForRest(): Promise<void> {
  for (let left = getRest(); left > 0; left = getRest())
    await new Promise((resolve) => setTimeout(resolve, left));
}

const getRest = (): number => pressedAt + restMs - performance.now();

/** A request and its response take some milliseconds, which a letter would wait for. */
export const loadTopicsBetweenKeys = (client: Client): Promise<void> => loadAllTopics(client, waitForRest);
