/** What Enter does, said once to each person, when they first press it. */
import { signal } from '@preact/signals';
import { markHintSeen } from '../../../actions/onboarding.ts';
import type { Client } from '../../../connection/client.ts';
import { targetKey, type Target } from '../../../store/writing/drafts.ts';

const hint = 'heddle_enter_sends';

/** `targetKey` of the conversation in which it is shown: it ends when the person goes elsewhere. */
export const explained = signal<string | undefined>(undefined);
/** Whose person has seen it, also while the server has not stored that. */
const seen = new WeakSet<Client>();

export function explainEnter(client: Client, to: Target): void {
  if (seen.has(client) || !client.live.peek().personal.hints.includes(hint)) return;
  seen.add(client);
  explained.value = targetKey(to);
  void markHintSeen(client, hint);
}
