/** Events about accounts as each reader gets them: the real address only goes to those who may see it. */
import type { EventOf } from '../../../../wire/events.ts';
import { once, openObject, type Encoder } from '../../events/encode.ts';
import type { EventBody } from '../../events/entry.ts';
import { seesEmail } from './sight.ts';

type UserEvent = EventOf<'realm_user'>;

export const encodeUserEvent: Encoder = (entry, { directory, userId }, shared) => {
  const event = entry.event as EventBody & UserEvent;
  const viewer = directory.users.get(userId);
  const about = directory.users.get(event.person.user_id);
  const sees = viewer !== undefined && (about === undefined || seesEmail(viewer, about));
  if (isHiding(event)) return sees ? null : once(shared, 'all', () => openObject(event));
  if (sees || !hasAddress(event)) return once(shared, 'all', () => openObject(event));
  if (event.op !== 'add') return null;
  return once(shared, 'hidden', () =>
    openObject({ type: 'realm_user', op: 'add', person: { ...event.person, delivery_email: null } }),
  );
};

/** Tells those who may not see the address any longer. */
const isHiding = ({ op, person }: UserEvent): boolean =>
  op === 'update' && 'delivery_email' in person && person.delivery_email === null;

const hasAddress = (event: UserEvent): boolean => event.op !== 'remove' && 'delivery_email' in event.person;
