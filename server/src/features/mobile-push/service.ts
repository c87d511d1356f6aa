/** The push service that the operator has configured. */
import { type AppContext, defineService } from '../../core/context/index.ts';
import type { Config } from '../../lib/config/config.ts';
import { PushRelay, type RelayAccount } from '../../lib/mobile-push/relay.ts';
import type { MobilePushService } from '../../lib/mobile-push/service.ts';

type RelaySettings = Pick<Config, 'pushRelayUrl' | 'pushRelayId' | 'pushRelayKey'>;

/** Whether anything reaches apps from an app store. */
export const hasMobilePush = (config: RelaySettings): boolean => relayAccount(config) !== undefined;

export function relayAccount({
  pushRelayUrl: url,
  pushRelayId: id,
  pushRelayKey: key,
}: RelaySettings): RelayAccount | undefined {
  return url === undefined || id === undefined || key === undefined ? undefined : { url, id, key };
}

const services = defineService(({ config }: AppContext): { service: MobilePushService | undefined } => {
  const account = relayAccount(config);
  return { service: account && new PushRelay(account) };
});

/** `undefined` where nothing reaches apps from an app store. */
export const mobilePushService = (app: AppContext): MobilePushService | undefined => services(app).service;
