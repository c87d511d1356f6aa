/** Pings while the page is open: at once, on return to the page, and at the interval of the server. */
import { effect } from '@preact/signals';
import { ping } from '../../../actions/activity/presence.ts';
import type { Client } from '../../../connection/client.ts';

const inputs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const;
const defaultIntervalSeconds = 60;

let lastInputOfSystem: (() => number) | undefined;

/**
 * The desktop app knows of input to the whole computer.
 * @param read returns milliseconds since 1970
 */
export const readLastInputFrom = (read: () => number): void => void (lastInputOfSystem = read);

const lockName = 'heddle-presence';

/** Hidden tabs count against the limit of requests too, so the first tab of a browser reports for all that are hidden. */
function becomeFirst(): () => boolean {
  if (!('locks' in navigator)) return () => true;
  let isFirst = false;
  void navigator.locks.request(lockName, () => {
    isFirst = true;
    return new Promise<void>(() => undefined);
  });
  return () => isFirst;
}

export function reportPresence(client: Client): void {
  const isFirst = becomeFirst();
  let lastInput = Date.now();
  let hadInput = true;
  const note = (): void => {
    lastInput = Date.now();
    hadInput = true;
  };
  for (const input of inputs) window.addEventListener(input, note, { passive: true, capture: true });
  const announce = ({ hasChanged }: { hasChanged: boolean }): void => {
    if (client.sync.connection.peek().kind !== 'online') return;
    const ofSystem = lastInputOfSystem?.();
    const isVisible = ofSystem !== undefined || document.visibilityState === 'visible';
    if (!isVisible && !hasChanged && !isFirst()) return;
    void ping(client, { lastInput: ofSystem ?? lastInput, isVisible }, Date.now(), hadInput);
    hadInput = false;
  };
  const { server_presence_ping_interval_seconds: seconds = defaultIntervalSeconds } =
    client.live.peek().organization;
  setInterval(() => announce({ hasChanged: false }), seconds * 1000);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') note();
    announce({ hasChanged: true });
  });
  // Not urgent: the response contains all recently active users.
  effect(() => {
    if (client.sync.connection.value.kind === 'online')
      setTimeout(() => announce({ hasChanged: false }), 1000);
  });
}
