/** Statuses of users. */
import type { EventOf } from '../../../../wire/events.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import type { UserStatus } from '../../../../wire/status.ts';
import { defineNoun } from '../base/noun.ts';

/** Contains no users without a status. */
type Statuses = Map<number, UserStatus>;

const statusesFromRegister = ({ user_status = {} }: RegisterResponse): Statuses =>
  new Map(Object.entries(user_status).map(([id, status]) => [Number(id), { ...status }]));

function reduceStatus({ statuses }: { statuses: Statuses }, event: EventOf<'user_status'>): void {
  const status = { ...statuses.get(event.user_id) };
  setText(status, event.status_text);
  if (event.emoji_name !== undefined) setEmoji(status, event);
  if (event.heddle_expires_at === null) delete status.heddle_expires_at;
  else if (event.heddle_expires_at !== undefined) status.heddle_expires_at = event.heddle_expires_at;
  if (event.away) status.away = true;
  else if (event.away === false) delete status.away;
  if (Object.keys(status).length > 0) statuses.set(event.user_id, status);
  else statuses.delete(event.user_id);
}

function setText(status: UserStatus, text: string | undefined): void {
  if (text === '') delete status.status_text;
  else if (text !== undefined) status.status_text = text;
}

function setEmoji(status: UserStatus, event: EventOf<'user_status'>): void {
  const { emoji_name, emoji_code, reaction_type } = event;
  delete status.emoji_name;
  delete status.emoji_code;
  delete status.reaction_type;
  if (emoji_name && emoji_code !== undefined && reaction_type !== undefined)
    Object.assign(status, { emoji_name, emoji_code, reaction_type });
}

export const statuses = defineNoun({
  keys: ['user_status'],
  state: { statuses: statusesFromRegister },
  reducers: { user_status: reduceStatus },
});
