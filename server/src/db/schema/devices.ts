/** Tables of the devices that people sign in on; see schema.ts. */
import type { Generated } from 'kysely';

/** A device that an app has registered. Push services reach none: there is nothing of them here. */
interface ClientDeviceTable {
  id: Generated<number>;
  org_id: number;
  user_id: number;
  created_at: number;
}

/** What a push service of Apple or Google knows a device by, as apps older than `ClientDeviceTable` give it. */
export interface PushTokenTable {
  /** A higher one was registered later. */
  id: Generated<number>;
  org_id: number;
  user_id: number;
  kind: 'apns' | 'fcm';
  token: string;
  /** Of `apns`: the bundle of the app. */
  app_id: string | null;
  registered_at: number;
}

export interface DevicesSchema {
  client_device: ClientDeviceTable;
  push_token: PushTokenTable;
}
