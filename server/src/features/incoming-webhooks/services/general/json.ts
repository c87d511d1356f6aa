import type { Integration } from '../../integration.ts';
import { codeBlock } from '../../markup.ts';

/** Shows any JSON as it is, for services that have no integration. */
export const json: Integration = {
  name: 'json',
  displayName: 'JSON',
  receive: ({ payload }) => ({ event: 'json', topic: 'JSON', content: codeBlock(payload.json(), 'json') }),
};
