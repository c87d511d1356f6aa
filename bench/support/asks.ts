/** Requests that several measurements of a large organization make, and what they need to know of it. */
import type { Ask } from './load.ts';

/** A server, and who asks it. */
export interface Asked {
  server: { port: number };
  /** Base64 of `email:key`. */
  owner: string;
}

export const basic = (email: string, key: string): string =>
  Buffer.from(`${email}:${key}`).toString('base64');

export const searchFor = (operand: string) => ({ operator: 'search', operand });

export const page = (count: number, narrow: readonly object[], encoding?: string): Ask => ({
  method: 'GET',
  path: `/messages?anchor=newest&num_before=${count}&num_after=0&narrow=${encodeURIComponent(JSON.stringify(narrow))}`,
  ...(encoding === undefined ? {} : { encoding }),
});

const clientCapabilities = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
  include_deactivated_groups: true,
  archived_channels: true,
} as const;

/** As the web client registers. */
export const register: Ask = {
  method: 'POST',
  path: '/register',
  body: new URLSearchParams({
    apply_markdown: 'true',
    slim_presence: 'true',
    client_gravatar: 'true',
    all_public_streams: 'false',
    client_capabilities: JSON.stringify(clientCapabilities),
  }).toString(),
};

/** What browsers accept. */
export const compressedRegister: Ask = { ...register, encoding: 'gzip, deflate, br, zstd' };

export const presencePing: Ask = {
  method: 'POST',
  path: '/users/me/presence',
  body: 'status=active&new_user_input=false&slim_presence=true&last_update_id=1000000000',
};

export const flagRead = (op: 'add' | 'remove', ids: readonly number[]): Ask => ({
  method: 'POST',
  path: '/messages/flags',
  body: `op=${op}&flag=read&messages=[${ids.join(',')}]`,
});

/** @param form Of a POST; a GET without one. @throws Error for anything but a success */
export async function ask<T>({ server, owner }: Asked, path: string, form?: string): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${server.port}/api/v1${path}`, {
    method: form === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Basic ${owner}`,
      ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(form === undefined ? {} : { body: form }),
  });
  if (response.status !== 200) throw new Error(`${path} returned ${response.status}.`);
  return (await response.json()) as T;
}

export interface FoundMessages {
  messages: { id: number; content: string; stream_id?: number; subject: string }[];
}

/** The channel in which most was said lately. */
export async function busiestChannel(asked: Asked): Promise<number> {
  const { messages: recent } = await ask<FoundMessages>(asked, page(1000, []).path);
  const ids = recent.flatMap((message) => message.stream_id ?? []);
  return mostCommon(ids)[0] ?? 0;
}

/** Words of the newest messages, the most common first. */
export async function recentWords(asked: Asked): Promise<string[]> {
  const { messages: recent } = await ask<FoundMessages>(asked, page(1000, []).path);
  const text = recent.map(({ content }) => content.replace(/<[^>]+>/g, ' ').toLowerCase()).join(' ');
  return mostCommon(text.match(/[a-z]{3,}/g) ?? []);
}

/** The most common first. */
function mostCommon<T>(all: readonly T[]): T[] {
  const groups = [...Map.groupBy(all, (one) => one)];
  return groups.sort(([, a], [, b]) => b.length - a.length).map(([one]) => one);
}
