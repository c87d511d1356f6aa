/** Services in which users write the message: topic and text are fields of the payload. */
import { apiError } from '../../../../lib/errors.ts';
import { DirectResponse, type Delivery, type Integration, type ReadResult } from '../../integration.ts';
import { codeBlock, ownMarkdown } from '../../markup.ts';

function written({ payload, params }: Delivery): ReadResult {
  const topic = params.topic ?? payload.firstText('topic', 'subject');
  const content = payload.optionalText('content');
  if (topic === undefined || topic.trim() === '') throw apiError('integrations.empty-topic');
  if (content === undefined || content.trim() === '') throw apiError('integrations.empty-content');
  return { event: 'message', topic, content: ownMarkdown(content) };
}

export const ifttt: Integration = { name: 'ifttt', displayName: 'IFTTT', receive: written };

export const zapier: Integration = {
  name: 'zapier',
  displayName: 'Zapier',
  // The request at set-up verifies the address.
  receive: (delivery) =>
    delivery.payload.optionalText('type') === 'auth' ? new DirectResponse(delivery.bot) : written(delivery),
};

/** Posts the message of the workflow; other payloads are shown as JSON. */
const writtenOrShown =
  (name: string) =>
  ({ payload }: Delivery): ReadResult => {
    const content = payload.firstText('content', 'message', 'text');
    return {
      event: 'message',
      topic: payload.firstText('topic', 'subject', 'title') ?? name,
      content: content === undefined ? codeBlock(payload.toJson(), 'json') : ownMarkdown(content),
    };
  };

export const n8n: Integration = { name: 'n8n', displayName: 'n8n', receive: writtenOrShown('n8n') };

export const homeassistant: Integration = {
  name: 'homeassistant',
  displayName: 'Home Assistant',
  receive: writtenOrShown('Home Assistant'),
};
