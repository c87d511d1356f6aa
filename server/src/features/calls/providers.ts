/** Call providers, available if the operator has configured their credentials. */
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

const isProvider = (name: string): name is VideoChatProvider => Object.hasOwn(videoChatProviders, name);

/** The providers that an organization can choose. */
export function availableCallProviders(config: Config): Choices {
  const names = Object.keys(videoChatProviders).filter(isProvider);
  return Object.fromEntries(
    names.filter((name) => isConfigured[name](config)).map((name) => [name, videoChatProviders[name]]),
  );
}
