/** Settings of push notifications to mobile apps. */
import { Type } from '../../../../wire/core.ts';

export const pushSettings = {
  pushRelayUrl: Type.Optional(
    Type.String({
      pattern: '^https?://[^ /?#@]+/?$',
      value: 'url',
      expects:
        'an https:// URL of a host, without a path; http:// only on this machine or in a private network',
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
  pushFcmKey: Type.Optional(
    Type.String({
      minLength: 1,
      value: 'json',
      expects: 'the JSON key of a Google service account',
      description: 'Firebase service account of an Android app of your own',
      isSecret: true,
    }),
  ),
  pushFcmUrl: Type.String({
    pattern: '^https?://[^ /?#@]+/?$',
    default: 'https://fcm.googleapis.com',
    value: 'url',
    expects:
      'an https:// URL of a host, without a path; http:// only on this machine or in a private network',
    description: 'Address of Firebase Cloud Messaging',
  }),
  pushApnsKey: Type.Optional(
    Type.String({
      minLength: 1,
      value: 'pem',
      expects: 'a private key in PEM form',
      description: 'APNs key (.p8) of the Apple developer team of an iOS app of your own',
      isSecret: true,
    }),
  ),
  pushApnsKeyId: Type.Optional(
    Type.String({
      pattern: '^[A-Z0-9]{10}$',
      value: 'id',
      expects: '10 letters and digits',
      description: 'ID of the APNs key',
    }),
  ),
  pushApnsTeamId: Type.Optional(
    Type.String({
      pattern: '^[A-Z0-9]{10}$',
      value: 'id',
      expects: '10 letters and digits',
      description: 'ID of the Apple developer team',
    }),
  ),
  pushApnsUrl: Type.String({
    pattern: '^https?://[^ /?#@]+/?$',
    default: 'https://api.push.apple.com',
    value: 'url',
    expects:
      'an https:// URL of a host, without a path; http:// only on this machine or in a private network',
    description: 'Address of APNs; https://api.sandbox.push.apple.com for development builds',
  }),
};
