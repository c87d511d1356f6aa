/** Registered devices and push tokens. */
import {
  Exact,
  Id,
  Nullable,
  OneOf,
  optional,
  Type,
  UnixSeconds,
  type Static,
  type Examples,
} from './core.ts';

const pushFields = {
  push_key_id: Nullable(Type.Integer()),
  push_token_id: Nullable(Type.String()),
  pending_push_token_id: Nullable(Type.String()),
  push_token_last_updated_timestamp: Nullable(UnixSeconds),
  push_registration_error_code: Nullable(Type.String()),
};

/** A registered device and its state at the push service; in `/register` by its id. */
export const ClientDevice = Exact(pushFields);
export type ClientDevice = Static<typeof ClientDevice>;

/** POST /register_client_device */
export const RegisterDeviceResponse = Exact({ device_id: Id });

/** POST /remove_client_device */
export const RemoveDeviceParams = Type.Object({ device_id: Id });

/** POST /mobile_push/register. The two fields of the key belong together, and the four of the token; at least one of both groups is required. */
export const RegisterPushParams = Type.Object({
  device_id: Id,
  push_key_id: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1 })),
  // Base64.
  push_key: Type.Optional(Type.String()),
  token_kind: Type.Optional(OneOf(['apns', 'fcm'])),
  token_id: Type.Optional(Type.String()),
  bouncer_public_key: Type.Optional(Type.String()),
  encrypted_push_registration: Type.Optional(Type.String()),
});
export type RegisterPushParams = Static<typeof RegisterPushParams>;

/** POST /mobile_push/e2ee/test_notification: to one device, or to all of the caller's devices. */
export const TestEncryptedPushParams = Type.Object({ device_id: Type.Optional(Id) });

/** POST /mobile_push/test_notification: to one token, or to all of the caller's devices. */
export const TestPushParams = Type.Object({ token: Type.Optional(Type.String()) });

/** POST /users/me/apns_device_token. `appid` is the app's bundle ID. */
export const AddApnsTokenParams = Type.Object({
  token: Type.String(),
  appid: Type.String({ minLength: 1, maxLength: 255, pattern: '^[.a-zA-Z0-9-]+$' }),
});

/** DELETE /users/me/apns_device_token, POST and DELETE /users/me/android_gcm_reg_id */
export const TokenParams = Type.Object({ token: Type.String() });

const deviceEvent = { id: Type.Integer(), type: Type.Literal('device'), device_id: Id };

const DeviceEvent = Type.Union([
  Exact({ ...deviceEvent, op: Type.Literal('add') }),
  Exact({ ...deviceEvent, op: Type.Literal('remove') }),
  // Absent fields are unchanged.
  Exact({ ...deviceEvent, op: Type.Literal('update'), ...optional(pushFields) }),
]);
export type DeviceEvent = Static<typeof DeviceEvent>;

export const deviceState = { device: { devices: Type.Record(Type.String(), ClientDevice) } };

export const deviceEvents = { device: DeviceEvent };

export const deviceExamples: Examples<typeof deviceEvents> = {
  device: {
    'a new device': { id: 1, type: 'device', op: 'add', device_id: 3 },
    'a device that gets a key': { id: 1, type: 'device', op: 'update', device_id: 3, push_key_id: 9 },
  },
};
