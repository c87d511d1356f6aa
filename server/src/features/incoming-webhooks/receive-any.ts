/** What comes of a delivery. Nothing of it is lost: an event that the integration has no message for is posted as it is. */
import {
  DirectResponse,
  Nothing,
  UnsupportedEvent,
  type Delivery,
  type Integration,
  type Post,
  type ReadResult,
} from './integration.ts';
import { codeBlock, md, paragraphs } from './markup.ts';

/** @throws AnomalousPayload, MissingHeader */
export function receiveAny(
  integration: Integration,
  delivery: Delivery,
): { received: ReadResult; unsupported?: UnsupportedEvent } {
  try {
    const received = integration.receive(delivery);
    if (received instanceof DirectResponse || received instanceof Nothing) return { received };
    const posts = [received].flat().filter(({ content }) => content.text.trim() !== '');
    return { received: posts.length > 0 ? posts : rawPost(integration, delivery, 'event') };
  } catch (error) {
    if (!(error instanceof UnsupportedEvent)) throw error;
    return { received: rawPost(integration, delivery, error.event), unsupported: error };
  }
}

function rawPost({ displayName }: Integration, { payload }: Delivery, event: string): Post {
  const content = paragraphs(md`${displayName} sent **${event}**:`, codeBlock(payload.toJson(), 'json'));
  return { event, topic: displayName, content };
}
