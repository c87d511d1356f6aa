/** Bots as those see them who may administer them. */
import type { BotApiKeyResponse } from '../../../../wire/bots.ts';
import type { Static } from '../../../../wire/core.ts';
import type { User } from '../../../../wire/users.ts';
import type { Live } from '../../store/live.ts';
import { isAdministrator, mayInOrganization } from '../channels/channel-rights.ts';
import type { TextKey } from '../text/text.ts';
import { isOwner } from './values.ts';

const collator = new Intl.Collator(undefined, { sensitivity: 'base' });

/** @param ownerId of whom; without, everybody's */
export function botList(live: Live, ownerId: number | undefined, filter: string, isActive: boolean): User[] {
  const wanted = filter.trim().toLocaleLowerCase();
  const fits = ({ full_name, delivery_email, email }: User): boolean =>
    `${full_name} ${delivery_email ?? email}`.toLocaleLowerCase().includes(wanted);
  return [...live.get('users').values()]
    .filter((user) => user.is_bot && user.is_active === isActive && fits(user))
    .filter(({ bot_owner_id: owner }) => ownerId === undefined || owner === ownerId)
    .sort((a, b) => collator.compare(a.full_name, b.full_name));
}

/** Generic, incoming webhook, outgoing webhook; the fourth would run within the server, which does not run any. */
const botTypes = [1, 2, 3] as const;
export type BotKind = (typeof botTypes)[number];

export const botTypeText = {
  1: 'bots.type.generic',
  2: 'bots.type.incoming',
  3: 'bots.type.outgoing',
  4: 'bots.type.embedded',
} as const satisfies Record<NonNullable<User['bot_type']>, TextKey>;

/** Kinds that the person may make. */
export const botTypesToMake = (live: Live): BotKind[] =>
  botTypes.filter(
    (type) =>
      mayInOrganization(live, 'can_create_bots_group') ||
      (type === 2 && mayInOrganization(live, 'can_create_write_only_bots_group')),
  );

/** Owners of bots with an owner's rights are owners alone. */
export const mayAdministerBot = (live: Live, bot: User): boolean =>
  bot.bot_owner_id === live.get('own').user_id || (isAdministrator(live) && (!bot.is_owner || isOwner(live)));

export type OutgoingService = { url: string; format: number };

export function getService(live: Live, botId: number): OutgoingService | undefined {
  const service = live.get('bots').get(botId)?.services[0];
  return service !== undefined && 'base_url' in service
    ? { url: service.base_url, format: service.interface }
    : undefined;
}

/** What programs of this family of clients read to sign in: an INI file. */
export const configFile = (
  email: string,
  { api_key: key }: Static<typeof BotApiKeyResponse>,
  site: string,
): string => `[api]\nemail=${email}\nkey=${key}\nsite=${site}\n`;
