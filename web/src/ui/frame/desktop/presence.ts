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

export function reportPresence(client: Client): void {
  let lastInput = Date.now();
  let hadInput = true;
  const note = (): void => {
    lastInput = Date.now();
    hadInput = true;
  };
  for (const input of inputs) window.addEventListener(input, note, { passive: true, capture: true });
  const announce = (): void => {
    if (client.sync.connection.peek().kind !== 'online') return;
    const ofSystem = lastInputOfSystem?.();
    const isVisible = ofSystem !== undefined || document.visibilityState === 'visible';
    void ping(client, { lastInput: ofSystem ?? lastInput, isVisible }, Date.now(), hadInput);
    hadInput = false;
  };
  const { server_presence_ping_interval_seconds: seconds = defaultIntervalSeconds } =
    client.live.peek().organization;
  setInterval(announce, seconds * 1000);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') note();
    announce();
  });
  // Not urgent: the response contains all recently active users.
  effect(() => {
    if (client.sync.connection.value.kind === 'online') setTimeout(announce, 1000);
  });
}
