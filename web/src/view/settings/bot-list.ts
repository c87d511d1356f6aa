/** Bots, for those who may administer them. */
import type { BotApiKeyResponse } from '../../../../wire/bots.ts';
import type { Static } from '../../../../wire/core.ts';
import type { User } from '../../../../wire/users.ts';
import type { Live } from '../../store/live.ts';
import { isAdministrator, mayInOrganization } from '../channels/channel-rights.ts';
import type { EmbeddedBot } from '../../store/people/bots.ts';
import { t, type TextKey } from '../text/text.ts';
import { isOwner } from './values.ts';

const collator = new Intl.Collator(undefined, { sensitivity: 'base' });

interface BotFilter {
  /** If undefined, everyone's bots. */
  ownerId?: number | undefined;
  /** Part of a name or an email address. */
  filter?: string;
  isActive: boolean;
}

export function botList(live: Live, { ownerId, filter = '', isActive }: BotFilter): User[] {
  const wanted = filter.trim().toLocaleLowerCase();
  const fits = ({ full_name, delivery_email, email }: User): boolean =>
    `${full_name} ${delivery_email ?? email}`.toLocaleLowerCase().includes(wanted);
  return [...live.get('users').values()]
    .filter((user) => user.is_bot && user.is_active === isActive && fits(user))
    .filter(({ bot_owner_id: owner }) => ownerId === undefined || owner === ownerId)
    .sort((a, b) => collator.compare(a.full_name, b.full_name));
}

/** Generic, incoming webhook, outgoing webhook, embedded. */
const botTypes = [1, 2, 3, 4] as const;
export type BotKind = (typeof botTypes)[number];

export const botTypeText = {
  1: 'bots.type.generic',
  2: 'bots.type.incoming',
  3: 'bots.type.outgoing',
  4: 'bots.type.embedded',
} as const satisfies Record<NonNullable<User['bot_type']>, TextKey>;

/** Types that the person may create. */
export const botTypesToMake = (live: Live): BotKind[] =>
  botTypes.filter(
    (type) =>
      (type !== 4 || botPrograms(live).length > 0) &&
      (mayInOrganization(live, 'can_create_bots_group') ||
        (type === 2 && mayInOrganization(live, 'can_create_write_only_bots_group'))),
  );

/** Programs for embedded bots. */
export const botPrograms = (live: Live): readonly EmbeddedBot[] => live.get('embeddedBots');

const programTexts: Readonly<Record<string, TextKey>> = {
  faq: 'bots.program.faq',
  poll: 'bots.program.poll',
  standup: 'bots.program.standup',
};

/** Programs of the operator are shown by their own name. */
export function programText(name: string): string {
  const key = programTexts[name];
  return key === undefined ? name : t(key);
}

const configTexts: Readonly<Record<string, TextKey>> = {
  channel: 'compose.channel',
  topic: 'compose.topic',
  timezone: 'settings.timezone',
  options: 'bots.setting.options',
  team: 'bots.setting.team',
};

/** Label of a setting of a program; settings of the operator's programs are shown by their key. */
export function configText(name: string): string {
  const key = configTexts[name];
  return key === undefined ? name : t(key);
}

export type EmbeddedService = { program: string; config: Readonly<Record<string, string>> };

/** Includes every setting of the program. */
export function getEmbedded(live: Live, botId: number): EmbeddedService | undefined {
  const service = live.get('bots').get(botId)?.services[0];
  if (service === undefined || !('service_name' in service)) return undefined;
  const program = botPrograms(live).find(({ name }) => name === service.service_name);
  return { program: service.service_name, config: { ...program?.config, ...service.config_data } };
}

/** Only owners may administer bots with the owner role. */
export const mayAdministerBot = (live: Live, bot: User): boolean =>
  bot.bot_owner_id === live.get('own').user_id || (isAdministrator(live) && (!bot.is_owner || isOwner(live)));

export type OutgoingService = { url: string; format: number };

export function getService(live: Live, botId: number): OutgoingService | undefined {
  const service = live.get('bots').get(botId)?.services[0];
  return service !== undefined && 'base_url' in service
    ? { url: service.base_url, format: service.interface }
    : undefined;
}

/** The INI file from which clients read how to sign in. */
export const configFile = (
  email: string,
  { api_key: key }: Static<typeof BotApiKeyResponse>,
  site: string,
): string => `[api]\nemail=${email}\nkey=${key}\nsite=${site}\n`;

/** Makes the address of a bot from its name: in ASCII, without the `-bot` with which the address ends anyway. */
export const toShortName = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-bot-?$/, '')
    .replace(/^-|-$/g, '');
