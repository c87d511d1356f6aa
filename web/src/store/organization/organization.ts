/** Settings of the organization and facts about the server. */
import type { EventOf } from '../../../../wire/events.ts';
import type { RegisterResponse, RegisterState } from '../../../../wire/register.ts';
import { defineNoun } from '../base/noun.ts';
import { without } from '../base/objects.ts';
import { canonical } from './permissions.ts';

type Prefixed = `${'realm' | 'server' | 'max' | 'password' | 'event_queue'}_${string}`;

/** Replaced by newer fields, or by group memberships. */
type DerivedKey =
  | 'realm_uri'
  | 'realm_allow_edit_history'
  | 'realm_mandatory_topics'
  | 'realm_create_public_stream_policy'
  | 'realm_create_private_stream_policy'
  | 'realm_create_web_public_stream_policy'
  | 'realm_wildcard_mention_policy'
  | 'realm_email_auth_enabled'
  | 'realm_password_auth_enabled';

type OrganizationField = Exclude<keyof RegisterState<'realm'> & Prefixed, DerivedKey>;

/** By their names on the wire: `realm_name`, `max_topic_length`, `server_generation`. */
export type Organization = Partial<Pick<RegisterState<'realm'>, OrganizationField>>;

const notHere: Record<
  DerivedKey | Exclude<keyof RegisterResponse & Prefixed, keyof RegisterState<'realm'>>,
  true
> = {
  realm_uri: true,
  realm_allow_edit_history: true,
  realm_mandatory_topics: true,
  realm_create_public_stream_policy: true,
  realm_create_private_stream_policy: true,
  realm_create_web_public_stream_policy: true,
  realm_wildcard_mention_policy: true,
  realm_email_auth_enabled: true,
  realm_password_auth_enabled: true,
  max_message_id: true,
  server_timestamp: true,
  realm_billing: true,
  realm_bots: true,
  realm_default_stream_groups: true,
  realm_default_streams: true,
  realm_domains: true,
  realm_embedded_bots: true,
  realm_emoji: true,
  realm_filters: true,
  realm_incoming_webhook_bots: true,
  realm_linkifiers: true,
  realm_non_active_users: true,
  realm_playgrounds: true,
  realm_user_groups: true,
  realm_user_settings_defaults: true,
  realm_users: true,
};

const prefix = /^(realm|server|max|password|event_queue)_/;

const isHere = (name: string): boolean => prefix.test(name) && !(name in notHere);

const pickHere = (fields: object): Organization =>
  canonical(Object.fromEntries(Object.entries(fields).filter(([name]) => isHere(name))));

const organizationFromRegister = (response: RegisterResponse): Organization => pickHere(response);

/** Identifies the process of the server; changes with a restart. */
export type Server = {
  version: string;
  featureLevel: number;
  mergeBase: string;
  /** Heddle’s own version, at the registration. */
  heddle: string;
};

type OrganizationState = { organization: Organization; deactivated: boolean; server: Server };

const serverFromRegister = (response: RegisterResponse): Server => ({
  version: response.zulip_version,
  featureLevel: response.zulip_feature_level,
  mergeBase: response.zulip_merge_base,
  heddle: response.heddle_version,
});

function reduceOrganization(state: OrganizationState, event: EventOf<'realm'>): void {
  switch (event.op) {
    case 'update':
      Object.assign(state.organization, pickHere({ [`realm_${event.property}`]: event.value }));
      return;
    case 'update_dict':
      Object.assign(state.organization, changed(event.data));
      return;
    case 'deactivated':
      state.deactivated = true;
  }
}

function changed(data: (EventOf<'realm'> & { op: 'update_dict' })['data']): Organization {
  const unlike = ['max_file_upload_size_mib', 'rendered_description'] as const;
  const settings = Object.entries(without(data, unlike)).map(
    ([name, value]) => [`realm_${name}`, value] as const,
  );
  const { max_file_upload_size_mib } = data;
  const fields = pickHere(Object.fromEntries<unknown>(settings));
  return max_file_upload_size_mib === undefined ? fields : { ...fields, max_file_upload_size_mib };
}

function reduceRestart(state: OrganizationState, event: EventOf<'restart'>): void {
  state.server = {
    ...state.server,
    version: event.zulip_version,
    featureLevel: event.zulip_feature_level,
    mergeBase: event.zulip_merge_base,
  };
  state.organization.server_generation = event.server_generation;
}

export const organization = defineNoun({
  keys: ['realm'],
  state: {
    organization: organizationFromRegister,
    deactivated: (): boolean => false,
    server: serverFromRegister,
  },
  reducers: { realm: reduceOrganization, restart: reduceRestart },
  touches: { realm: 'any', restart: 'any' },
  fleeting: { deactivated: 'dropped' },
});
