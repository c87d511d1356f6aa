/** The response of `/register`: the state that the events of the new queue then change. */
import { Exact, Nullable, optional, Type, type Static, type TObject } from './core.ts';
import { GetMessagesResponse } from './messages.ts';
import { registerFields } from './nouns.ts';
import { legacySettingFields } from './settings.ts';

/** The values of `fetch_event_types`. */
export type FetchKey = keyof typeof registerFields;
export const fetchKeys = Object.keys(registerFields).sort() as FetchKey[];

type Fields = typeof registerFields;
type Merged<U> = (U extends unknown ? (fields: U) => void : never) extends (fields: infer All) => void
  ? All
  : never;
type StateFields = Merged<Fields[FetchKey]>;

const stateFields = Object.assign({}, ...Object.values(registerFields)) as {
  [Field in keyof StateFields]: StateFields[Field];
};

const alwaysFields = {
  // null if only state was requested.
  queue_id: Nullable(Type.String()),
  last_event_id: Type.Integer(),
  zulip_version: Type.String(),
  zulip_feature_level: Type.Integer(),
  zulip_merge_base: Type.String(),
  heddle_version: Type.String(),
  idle_queue_timeout_secs: Type.Integer(),
  // Ours: not older than the queue's first position; absent if the narrow shows nothing to this user.
  heddle_messages: Type.Optional(GetMessagesResponse),
};

/** The state that one fetch key asks for: `RegisterState<'stream'>`. */
export type RegisterState<Key extends FetchKey> = Static<TObject<Fields[Key]>>;

/** POST /register. The fields depend on `fetch_event_types`. */
export const RegisterResponse = Exact({
  ...optional(stateFields),
  // Clients without the capability `user_settings_object` need these.
  ...optional(legacySettingFields),
  ...alwaysFields,
});
export type RegisterResponse = Static<typeof RegisterResponse>;
