/** The user's status, and muted users. */
import type { Reaction } from '../../../wire/messages.ts';
import type { ApiFailure } from '../connection/api.ts';
import type { Client } from '../connection/client.ts';
import { ask } from './request/outcome.ts';

/** Without text and emoji, the status is cleared. */
export const setStatus = (
  { api }: Client,
  text: string,
  emoji: Omit<Reaction, 'user_id'> | undefined,
  /** Milliseconds since 1970; without it, the status stays. */
  until?: number,
): Promise<ApiFailure | undefined> =>
  ask(
    api.post('/users/me/status', {
      status_text: text,
      ...(emoji ?? { emoji_name: '' }),
      ...(until === undefined ? {} : { heddle_expires_at: Math.round(until / 1000) }),
    }),
  );

export const setMuted = ({ api }: Client, id: number, isMuted: boolean): Promise<ApiFailure | undefined> =>
  ask(isMuted ? api.post(`/users/me/muted_users/${id}`) : api.delete(`/users/me/muted_users/${id}`));
