/**
 * What spectators may read at this moment: the messages of open channels, and nothing else. Everything
 * that serves spectators asks here, at each request.
 */
import { roles } from '../../../../wire/core.ts';
import type { Config } from '../../lib/config/config.ts';
import { anonymousId, isWebPublicChannel } from '../channels/index.ts';
import type { Reader } from '../messages/index.ts';
import {
  type Channel,
  type OrganizationCache,
  type User,
  isOpenToAnonymous,
  organizationSettings,
} from '../organization/index.ts';

/** The web-public channels; none if the server or the organization has disabled them. */
export function openChannels(config: Config, cache: OrganizationCache): Channel[] {
  if (!isOpenToAnonymous(config, cache)) return [];
  return [...cache.channels.values()].filter(isWebPublicChannel);
}

/** Whether search engines may list the pages: something is open, and the organization wants it listed. */
export const isListed = (config: Config, cache: OrganizationCache): boolean =>
  openChannels(config, cache).length > 0 && organizationSettings(cache).allow_search_engine_indexing;

/** A spectator as a reader; `undefined` where spectators read nothing. */
export function spectatorReader(config: Config, cache: OrganizationCache): Reader | undefined {
  if (!isOpenToAnonymous(config, cache)) return undefined;
  return { id: anonymousId, orgId: cache.orgId, user: spectator, cache };
}

/** A guest in no channel, without a message of their own. */
const spectator: User = {
  id: anonymousId,
  email: '',
  emailKey: '',
  deliveryEmail: '',
  deliveryEmailKey: '',
  fullName: '',
  role: roles.guest,
  isActive: false,
  isBot: false,
  botType: null,
  botOwnerId: null,
  isSystem: false,
  isImportedStub: false,
  isDeleted: false,
  dateJoined: 0,
  timezone: '',
  avatarSource: 'J',
  avatarVersion: 1,
  apiKeyHash: '',
  grants: [],
  settings: {},
  profile: {},
  alertWords: [],
  mutedBy: [],
};
