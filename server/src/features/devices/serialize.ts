import type { ClientDevice } from '../../../../wire/devices.ts';

/** No device is known to a push service, since there is none. */
export const deviceObject = (): ClientDevice => ({
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
});
