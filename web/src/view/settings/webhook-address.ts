/** The URL to which a service posts. */
import type { ListedIntegration } from '../../../../wire/integrations.ts';

export interface WebhookAddress {
  apiKey: string;
  /** Without a channel, the bot's owner gets direct messages. */
  channelId: number | undefined;
  /** Without a topic, the service's default. */
  topic: string;
}

export function webhookQuery({ apiKey, channelId, topic }: WebhookAddress): string {
  const query = new URLSearchParams({ api_key: apiKey });
  if (channelId !== undefined) query.set('stream', String(channelId));
  if (channelId !== undefined && topic.trim() !== '') query.set('topic', topic.trim());
  return query.toString();
}

export const webhookUrl = (site: string, name: string, address: WebhookAddress): string =>
  `${site}/api/v1/external/${name}?${webhookQuery(address)}`;

export function findIntegrations(
  all: readonly ListedIntegration[],
  query: string,
): readonly ListedIntegration[] {
  const wanted = query.trim().toLocaleLowerCase();
  return all.filter(({ name, display_name }) =>
    `${name} ${display_name}`.toLocaleLowerCase().includes(wanted),
  );
}
