/** The template that turns the JSON of a bot's webhook into messages. */
import type { Static } from '../../../../wire/core.ts';
import type { PreviewTemplateResponse, WebhookTemplate } from '../../../../wire/integrations.ts';
import type { ApiFailure } from '../../connection/api.ts';
import type { Client } from '../../connection/client.ts';
import { ask, toOutcome, type Outcome } from '../request/outcome.ts';

export type Template = Static<typeof WebhookTemplate>;

const path = (botId: number): string => `/bots/${String(botId)}/webhook_template`;

export async function fetchTemplate({ api }: Client, botId: number): Promise<Outcome<Template>> {
  return toOutcome(api.get<Template>(path(botId)).then(({ topic, content }) => ({ topic, content })));
}

/** Without a template, messages show the JSON as a code block. */
export const saveTemplate = (
  { api }: Client,
  botId: number,
  template: Template,
): Promise<ApiFailure | undefined> =>
  ask(template.content.trim() === '' ? api.delete(path(botId)) : api.put(path(botId), template));

export async function previewTemplate(
  { api }: Client,
  botId: number,
  template: Template,
  payload: string,
): Promise<Outcome<PreviewTemplateResponse>> {
  return toOutcome(api.post(`${path(botId)}/preview`, { ...template, payload }));
}
