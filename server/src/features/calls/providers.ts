/** The services that hold calls, as far as the operator has given their credentials. */
import { type VideoChatProvider, videoChatProviders } from '../../../../wire/server.ts';
import type { Config } from '../../lib/config/config.ts';

type Choices = Partial<Record<VideoChatProvider, { id: number; name: string }>>;

const isConfigured: Readonly<Record<VideoChatProvider, (config: Config) => boolean>> = {
  disabled: () => true,
  jitsi_meet: () => true,
  zoom: ({ zoomClientId, zoomAccountId }) => zoomClientId !== undefined && zoomAccountId === undefined,
  zoom_server_to_server: ({ zoomAccountId }) => zoomAccountId !== undefined,
  big_blue_button: ({ bigBlueButtonUrl }) => bigBlueButtonUrl !== undefined,
  constructor_groups: ({ constructorGroupsUrl }) => constructorGroupsUrl !== undefined,
  nextcloud_talk: ({ nextcloudUrl }) => nextcloudUrl !== undefined,
  webex: ({ webexClientId }) => webexClientId !== undefined,
};

/** What an organization can choose. */
export function availableCallProviders(config: Config): Choices {
  const names = Object.keys(videoChatProviders) as VideoChatProvider[];
  return Object.fromEntries(
    names.filter((name) => isConfigured[name](config)).map((name) => [name, videoChatProviders[name]]),
  );
}
