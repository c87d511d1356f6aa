/** Checks whether the push relay is reachable and knows this server. */
import type { Config } from '../../../lib/config/config.ts';
import { PushRelay, relayAccount } from '../../../lib/mobile-push/relay.ts';
import type { Finding } from './checks.ts';

export async function checkPushRelay(
  config: Pick<Config, 'pushRelayUrl' | 'pushRelayId' | 'pushRelayKey'>,
): Promise<Finding> {
  const name = 'push relay';
  const account = relayAccount(config);
  if (!account)
    return {
      name,
      state: 'ok',
      text: 'No push relay is configured: push notifications reach browsers and UnifiedPush apps only',
    };
  const error = await new PushRelay(account).check();
  if (error === undefined) return { name, state: 'ok', text: `${account.url} knows this server` };
  const remedy = error.includes('status 401')
    ? 'Check push_relay_id and push_relay_key, or register again with heddle push enroll.'
    : 'Check push_relay_url, and that this machine can reach the relay.';
  return { name, state: 'problem', text: `${account.url}: ${error} ${remedy}` };
}
