/** Tables of the devices that people sign in on; see schema.ts. */
import type { Generated } from 'kysely';

/** A device that an app has registered, and how it is reached by push notifications, if it is. */
export interface ClientDeviceTable {
  id: Generated<number>;
  org_id: number;
  user_id: number;
  created_at: number;
  /** The app's name for its key, and the key as `sealJson` seals it. */
  push_key_id: number | null;
  push_key: string | null;
  token_kind: 'apns' | 'fcm' | null;
  /** Base64. The one that notifications go to, and the one whose registration has not been accepted yet. */
  token_id: string | null;
  pending_token_id: string | null;
  /** When the app gave the newest of them: milliseconds since 1970. */
  token_updated_at: number | null;
  registration_error: string | null;
  /** What `token_id` stands for, as `sealJson` seals it, where no relay is between. */
  app_token: string | null;
}

/** What a push service of Apple or Google knows a device by, as apps older than `ClientDeviceTable` give it. */
export interface PushTokenTable {
  /** A higher one was registered later. */
  id: Generated<number>;
  org_id: number;
  user_id: number;
  kind: 'apns' | 'fcm';
  token: string;
  /** The bundle of the app, for `apns` only. */
  app_id: string | null;
  registered_at: number;
}

export interface DevicesSchema {
  client_device: ClientDeviceTable;
  push_token: PushTokenTable;
}
