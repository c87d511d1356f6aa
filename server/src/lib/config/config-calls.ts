/** Settings of video call services. An organization chooses among those that are completely configured. */
import { Type } from '../../../../wire/core.ts';

const url = (description: string) => ({
  pattern: '^https?://[^ ?#@]+$',
  value: 'url',
  expects: 'an https:// URL without a query; http:// only on this machine or in a private network',
  description,
});

const text = (value: string, description: string) =>
  Type.Optional(Type.String({ minLength: 1, value, expects: `a ${value}`, description }));

const secret = (value: string, description: string) =>
  Type.Optional(Type.String({ minLength: 1, value, expects: `a ${value}`, description, isSecret: true }));

export const callSettings = {
  zoomClientId: text('client ID', 'Client ID of a Zoom app, for calls'),
  zoomClientSecret: secret('secret', 'Client secret of the Zoom app'),
  zoomAccountId: text(
    'account ID',
    'Zoom account of a server-to-server app; without it, users connect their own Zoom accounts',
  ),
  zoomSecretToken: secret(
    'secret',
    'Secret token of the Zoom app, to verify that a user has removed the app at Zoom',
  ),
  zoomUrl: Type.String({ ...url('URL of Zoom, such as https://zoomgov.com'), default: 'https://zoom.us' }),
  webexClientId: text('client ID', 'Client ID of a Webex integration, for calls'),
  webexClientSecret: secret('secret', 'Client secret of the Webex integration'),
  webexApiUrl: Type.String({
    ...url('URL of the Webex API, such as https://api-usgov.webex.com'),
    default: 'https://webexapis.com',
  }),
  bigBlueButtonUrl: Type.Optional(
    Type.String(url('URL of a BigBlueButton server, such as https://bbb.example.com/bigbluebutton')),
  ),
  bigBlueButtonSecret: secret('secret', 'Shared secret of the BigBlueButton server'),
  nextcloudUrl: Type.Optional(Type.String(url('URL of a Nextcloud server with Talk'))),
  nextcloudTalkUser: text('user name', 'Nextcloud account that creates the conversations'),
  nextcloudTalkPassword: secret('password', 'App password of the Nextcloud account'),
  constructorGroupsUrl: Type.Optional(
    Type.String(
      url('URL of the Constructor Groups API, such as https://example.constructor.app/api/groups/xapi'),
    ),
  ),
  constructorGroupsAccessKey: text('access key', 'Access key for Constructor Groups'),
  constructorGroupsSecretKey: secret('secret', 'Secret key for Constructor Groups'),
};
