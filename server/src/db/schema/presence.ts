/** Tables of presence and statuses; see schema.ts. */

/** When a user was last seen; `active_at` is 0 for one who was never active. */
interface PresenceTable {
  user_id: number;
  org_id: number;
  active_at: number;
  connected_at: number;
  /** Milliseconds since 1970: what clients have seen is never greater after a restart than what they get next. */
  update_id: number;
}

/** Texts are empty where nothing is set. */
interface UserStatusTable {
  user_id: number;
  org_id: number;
  status_text: string;
  emoji_name: string;
  emoji_code: string;
  kind: 'unicode_emoji' | 'realm_emoji' | 'service_extra_emoji' | 'zulip_extra_emoji';
  /** null: it stays until it is changed. */
  expires_at: number | null;
}

/** When a person is not to be notified. */
interface DoNotDisturbTable {
  user_id: number;
  org_id: number;
  until: number | null;
  /** JSON. */
  quiet_hours: string;
}

export interface PresenceSchema {
  do_not_disturb: DoNotDisturbTable;
  presence: PresenceTable;
  user_status: UserStatusTable;
}
