/** The response of `/register`: the state that the events of the new queue change from then on. */
import { Exact, Nullable, optional, Type, type Static, type TObject } from './core.ts';
import { GetMessagesResponse } from './messages.ts';
import { registerFields } from './nouns.ts';
import { legacySettingFields } from './settings.ts';

/** What `fetch_event_types` may ask for. */
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
  // null when only state was asked for.
  queue_id: Nullable(Type.String()),
  last_event_id: Type.Integer(),
  zulip_version: Type.String(),
  zulip_feature_level: Type.Integer(),
  zulip_merge_base: Type.String(),
  heddle_version: Type.String(),
  idle_queue_timeout_secs: Type.Integer(),
  // Ours: as of the queue's first position or later; absent where the narrow shows nothing to this reader.
  heddle_messages: Type.Optional(GetMessagesResponse),
};

/** The state that one fetch key asks for: `RegisterState<'stream'>`. */
export type RegisterState<Key extends FetchKey> = Static<TObject<Fields[Key]>>;

/** POST /register. What is there beyond the queue follows `fetch_event_types`. */
export const RegisterResponse = Exact({
  ...optional(stateFields),
  // For clients without the capability `user_settings_object`.
  ...optional(legacySettingFields),
  ...alwaysFields,
});
export type RegisterResponse = Static<typeof RegisterResponse>;
