/** Actions on channels and on the user's settings for them. */
import type { GroupSetting } from '../../../wire/core.ts';
import type { PersonalSettings } from '../../../wire/subscriptions.ts';
import type { ApiFailure, Params } from '../connection/api.ts';
import type { Client } from '../connection/client.ts';
import { ask } from './request/outcome.ts';

type PersonalName =
  | 'color'
  | 'is_muted'
  | 'pin_to_top'
  | 'desktop_notifications'
  | 'audible_notifications'
  | 'push_notifications'
  | 'email_notifications'
  | 'wildcard_mentions_notify';

/** Applied optimistically; rolled back if the server refuses. */
export async function setPersonal<Name extends PersonalName>(
  client: Client,
  channelId: number,
  property: Name,
  value: PersonalSettings[Name],
): Promise<ApiFailure | undefined> {
  const before = client.live.peek().subscriptions.get(channelId)?.[property];
  const show = (to: typeof before): void =>
    client.live.change(['subscriptions'], [], ({ subscriptions }) => {
      const personal = subscriptions.get(channelId);
      if (personal !== undefined) Object.assign(personal, { [property]: to });
    });
  show(value);
  const failure = await ask(client.api.patch(`/users/me/subscriptions/${channelId}`, { property, value }));
  if (failure !== undefined) show(before);
  return failure;
}

const getName = (client: Client, channelId: number): string =>
  client.live.peek().channels.get(channelId)?.name ?? '';

/** @param people other people; the user if undefined */
export const subscribe = (
  client: Client,
  channelId: number,
  people?: readonly number[],
): Promise<ApiFailure | undefined> =>
  ask(
    client.api.post('/users/me/subscriptions', {
      subscriptions: [{ name: getName(client, channelId) }],
      principals: people,
    }),
  );

export const unsubscribe = (
  client: Client,
  channelId: number,
  people?: readonly number[],
): Promise<ApiFailure | undefined> =>
  ask(
    client.api.delete('/users/me/subscriptions', {
      subscriptions: [getName(client, channelId)],
      principals: people,
    }),
  );

export type NewChannel = {
  name: string;
  description: string;
  privacy: Privacy;
  folderId: number | undefined;
  people: readonly number[];
  announce: boolean;
  permissions: Readonly<Record<string, GroupSetting>>;
};

/** `web`: readable without an account; `private`: with the history from before joining; `closed`: without it. */
export type Privacy = 'web' | 'public' | 'private' | 'closed';

const isOpen = (privacy: Privacy): boolean => privacy === 'public' || privacy === 'web';

export const createChannel = (
  { api }: Client,
  { name, description, privacy, folderId, people, announce, permissions }: NewChannel,
): Promise<ApiFailure | undefined> =>
  ask(
    api.post('/users/me/subscriptions', {
      subscriptions: [{ name, description }],
      principals: people,
      invite_only: !isOpen(privacy),
      is_web_public: privacy === 'web',
      history_public_to_subscribers: privacy !== 'closed',
      folder_id: folderId,
      announce,
      ...permissions,
    }),
  );

/** @param change with the wire's names: `new_name`, `description`, `folder_id`, `is_archived`, a permission and so on */
export const updateChannel = (
  { api }: Client,
  channelId: number,
  change: Params,
): Promise<ApiFailure | undefined> => ask(api.patch(`/streams/${channelId}`, change));

export const setPrivacy = (
  client: Client,
  channelId: number,
  privacy: Privacy,
): Promise<ApiFailure | undefined> =>
  updateChannel(client, channelId, {
    is_private: !isOpen(privacy),
    is_web_public: privacy === 'web',
    history_public_to_subscribers: privacy !== 'closed',
  });

export const setPermission = (
  client: Client,
  channelId: number,
  name: string,
  before: GroupSetting,
  value: GroupSetting,
): Promise<ApiFailure | undefined> =>
  updateChannel(client, channelId, { [name]: { new: value, old: before } });

export const archiveChannel = ({ api }: Client, channelId: number): Promise<ApiFailure | undefined> =>
  ask(api.delete(`/streams/${channelId}`));
