import type { Integration } from '../../integration.ts';
import { codeBlock } from '../../markup.ts';

/** Shows any JSON, or renders it by the bot's template, for services without an integration. */
export const json: Integration = {
  name: 'json',
  displayName: 'JSON',
  takesTemplate: true,
  receive: ({ payload }) => ({ event: 'json', topic: 'JSON', content: codeBlock(payload.toJson(), 'json') }),
};
