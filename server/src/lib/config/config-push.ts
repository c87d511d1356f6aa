/** Settings of push notifications to apps from an app store. */
import { Type } from '../../../../wire/core.ts';

export const pushSettings = {
  pushRelayUrl: Type.Optional(
    Type.String({
      pattern: '^https?://[^ /?#@]+/?$',
      value: 'url',
      expects: 'an http:// or https:// URL of a host, without a path',
      description: 'Push relay of the publisher of a mobile app; none by default',
    }),
  ),
  pushRelayId: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
      value: 'uuid',
      expects: 'a UUID in lower case',
      description: 'ID by which the push relay knows this server; heddle push enroll makes one',
    }),
  ),
  pushRelayKey: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9]{64}$',
      value: 'key',
      expects: '64 letters and digits',
      description: 'Key of this server at the push relay',
      isSecret: true,
    }),
  ),
};
