/** Products whose exports can be imported. */
import type { ImportProduct } from '../../../../wire/imports.ts';

/** In the order of the list of choices; the server's own format, files of lines, has a text. */
export const productNames = {
  slack: 'Slack',
  mattermost: 'Mattermost',
  rocketchat: 'Rocket.Chat',
  zulip: 'Zulip',
  discord: 'Discord',
  matrix: 'Matrix',
  teams: 'Microsoft Teams',
} as const satisfies Record<Exclude<ImportProduct, 'csv'>, string>;
