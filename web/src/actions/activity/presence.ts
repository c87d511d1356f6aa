/** Reports the user's presence and receives that of others. */
import type { ModernPresence, UpdatePresenceResponse } from '../../../../wire/presence.ts';
import type { Static } from '../../../../wire/core.ts';
import { getFailure } from '../../connection/api.ts';
import type { Client } from '../../connection/client.ts';
import type { RegistrationInfo, Live } from '../../store/live.ts';
import { noteSeen } from '../../store/people/presence.ts';
import { noteServerTime } from '../../store/server-clock.ts';

export type Activity = {
  /** Milliseconds since 1970 of the last key press, pointer or wheel event. */
  lastInput: number;
  isVisible: boolean;
};

const idleAfterMs = 5 * 60_000;
const historyDays = 14;

/** Active while the page is visible and was used recently. */
export const readStatus = ({ lastInput, isVisible }: Activity, now: number): 'active' | 'idle' =>
  isVisible && now - lastInput < idleAfterMs ? 'active' : 'idle';

type PresenceResponse = Static<typeof UpdatePresenceResponse>;

/** The server's `last_update_id`, and the registration it belongs to: a registration with presence starts a new count. */
const lastUpdates = new WeakMap<Live, { after: RegistrationInfo; id: number }>();

function lastPresenceUpdate(live: Live): number {
  const begun = live.begun.peek();
  const last = lastUpdates.get(live);
  return last?.after === begun ? last.id : (begun.presenceUpdateId ?? last?.id ?? -1);
}

/** Sends one ping. Failures are ignored: the next ping has the same effect. */
export async function ping(
  client: Client,
  activity: Activity,
  now: number,
  hadInput: boolean,
): Promise<void> {
  const { live } = client;
  const after = live.begun.peek();
  const since = lastPresenceUpdate(live);
  const sent = Date.now();
  try {
    const params = {
      status: readStatus(activity, now),
      new_user_input: hadInput,
      slim_presence: true,
      last_update_id: since,
      history_limit_days: historyDays,
    };
    const path = '/users/me/presence';
    const response = await client.api.post<PresenceResponse>(path, params, { isOptional: true });
    const { server_timestamp: atServer } = response;
    if (atServer !== undefined) noteServerTime(live, atServer * 1000, sent, Date.now());
    lastUpdates.set(live, { after, id: response.presence_last_update_id ?? since });
    takeIn(client, response.presences ?? {});
  } catch (error) {
    getFailure(error);
  }
}

/** Runs without new presence too: people become idle and offline as time passes. */
function takeIn({ live }: Client, presences: NonNullable<PresenceResponse['presences']>): void {
  live.change(['presences'], [], (state) => {
    for (const [id, presence] of Object.entries(presences)) {
      if (typeof presence.active_timestamp === 'number')
        noteSeen(state, Number(id), presence as ModernPresence);
    }
  });
}
