/** The feature: groups. */
import type { StateFetchers } from '../../core/context/index.ts';
import {
  type Encoder,
  type EventRules,
  once,
  openObject,
  organizationWide,
} from '../../core/events/index.ts';
import { groupObject } from '../../core/groups/index.ts';
import { type LoggedEvent, isEvent } from '../../core/log/index.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { groupRoutes } from './routes.ts';
import { getUserGroups } from './queries.ts';

export { createGroup } from './create.ts';
export { deactivateGroup, groupUses } from './deactivate.ts';
export { enterGroup, leaveGroup } from './members.ts';
export { updateGroup } from './update.ts';

const groupState: Pick<StateFetchers, 'realm_user_groups'> = {
  realm_user_groups: ({ tx, capabilities }) => ({
    realm_user_groups: getUserGroups(tx.cache, capabilities.include_deactivated_groups ?? false).user_groups,
  }),
};

// Events about groups as each class of client gets them.

type GroupEvent = LoggedEvent<'user_group'>;

/** Clients without deactivated groups get a removal when one is deactivated, and an addition when it is reactivated. */
const encodeGroupEvent: Encoder = ({ event }, { options, cache }, shared) => {
  if (!isEvent(event, 'user_group')) return null;
  if (options.capabilities.include_deactivated_groups) return once(shared, 'all', () => openObject(event));
  const text = once(shared, 'active', () => {
    const emitted = forActiveOnly(cache, event);
    return emitted === null ? '' : openObject(emitted);
  });
  return text === '' ? null : text;
};

function forActiveOnly(cache: OrganizationCache, event: GroupEvent): object | null {
  if (event.op === 'add') return event.group.deactivated ? null : event;
  const group = cache.groups.get(event.group_id);
  if (event.op === 'update' && event.data.deactivated === true)
    return { type: 'user_group', op: 'remove', group_id: event.group_id };
  if (event.op === 'update' && event.data.deactivated === false && group)
    return { type: 'user_group', op: 'add', group: groupObject(cache, group) };
  return group?.isDeactivated ? null : event;
}

const groupEvents: Pick<EventRules, 'user_group'> = {
  user_group: { ...organizationWide, encode: encodeGroupEvent },
};

export const groupsFeature = defineFeature({
  routes: groupRoutes,
  registerState: groupState,
  events: groupEvents,
});
