/** What a person says of themselves, and whom they do not want to hear. */
import type { ApiFailure } from '../api.ts';
import type { Client } from '../client.ts';
import { ask } from './ask.ts';

/** An empty text takes the status away, its emoji too. */
export const setStatus = ({ api }: Client, text: string): Promise<ApiFailure | undefined> =>
  ask(api.post('/users/me/status', { status_text: text, ...(text === '' ? { emoji_name: '' } : {}) }));

export const setMuted = ({ api }: Client, id: number, isMuted: boolean): Promise<ApiFailure | undefined> =>
  ask(isMuted ? api.post(`/users/me/muted_users/${id}`) : api.delete(`/users/me/muted_users/${id}`));
