import type { Integration } from '../../integration.ts';
import { codeBlock } from '../../markup.ts';

/** Shows any JSON as it is, or by a template of the bot, for services that have no integration. */
export const json: Integration = {
  name: 'json',
  displayName: 'JSON',
  takesTemplate: true,
  receive: ({ payload }) => ({ event: 'json', topic: 'JSON', content: codeBlock(payload.json(), 'json') }),
};
