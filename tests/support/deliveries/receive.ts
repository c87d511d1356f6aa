/** What an integration makes of a delivery, without a server. */
import {
  DirectResponse,
  Nothing,
  type Post,
} from '../../../server/src/features/incoming-webhooks/integration.ts';
import { findIntegration } from '../../../server/src/features/incoming-webhooks/integrations.ts';
import { Payload } from '../../../server/src/features/incoming-webhooks/payload.ts';
import { receiveAny } from '../../../server/src/features/incoming-webhooks/receive-any.ts';
import type { Sample } from './sample.ts';

const bot = { id: 9, email: 'weaver-bot@example.com', full_name: 'The Weaver' };

/** @throws as the integration does, except for events that are posted as they are */
export function receive({ integration, headers = {}, body, params = {} }: Omit<Sample, 'what'>): Post[] {
  const { received } = receiveAny(findIntegration(integration), {
    payload: new Payload(body),
    header: (name) => headers[name],
    params,
    bot,
  });
  return received instanceof Nothing || received instanceof DirectResponse ? [] : [received].flat();
}

/** As in `messages.txt`. */
export const written = (sample: Sample): string =>
  [
    `=== ${sample.integration}: ${sample.what}`,
    ...receive(sample).map(({ event, topic, content }) => `[${event}] {${topic}}\n${content.text.trim()}`),
  ].join('\n');
