/** The feature: users. */
import { defineJob } from '../../core/jobs/index.ts';
import {
  type Encoder,
  type DeliveryTarget,
  type EventRules,
  type SharedTexts,
  once,
  openObject,
} from '../../core/events/index.ts';
import {
  type EventBody,
  type LoggedEvent,
  type UnknownUserEvent,
  isEvent,
  on,
} from '../../core/log/index.ts';
import { sessionsEnded } from '../../core/sessions/index.ts';
import {
  deleteEmailLinks,
  hiddenAddressHost,
  isLimited,
  seesEmail,
  unknownUserObject,
} from '../../core/users/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { sendConfirmation, jobs } from './change-email.ts';
import { notifyFormerAddress } from './undo-email-change.ts';
import { userRoutes } from './routes.ts';
import { userState } from './state.ts';

export { revokeAccess, storeApiKey } from './api-key.ts';
export { giveBot } from './bot-owner.ts';
export { addressToConfirm, confirmEmail, type EmailLink, requestEmailChange } from './change-email.ts';
export { addressToRestore, undoEmailChange } from './undo-email-change.ts';
export { addPerson, defaultChannels, announceSignUp, notifyInviter, welcome } from './create.ts';
export { deactivateUser, endAccount } from './deactivate.ts';
export { reactivateUser } from './reactivate.ts';
export { deletePerson } from './delete-person.ts';
export { changeRole } from './role.ts';
export { changeAddress, changeName, checkMayChangeRole } from './update.ts';

// Events about accounts, for each user: real email addresses are only sent to users who may see them, and entries for
// hidden users only to clients that need one for every id.

type UserEvent = LoggedEvent<'realm_user'>;

const encodeUserEvent: Encoder = (entry, queue, shared) => {
  const { event } = entry;
  if (isUnknownUser(event)) return encodeUnknownUser(event, queue, shared);
  if (!isEvent(event, 'realm_user')) return null;
  const { cache, userId } = queue;
  const viewer = cache.users.get(userId);
  const about = cache.users.get(event.person.user_id);
  const sees = viewer !== undefined && (about === undefined || seesEmail(viewer, about));
  if (isHiding(event)) return sees ? null : once(shared, 'all', () => openObject(event));
  if (sees || !hasAddress(event)) return once(shared, 'all', () => openObject(event));
  if (event.op !== 'add') return null;
  return once(shared, 'hidden', () =>
    openObject({ type: 'realm_user', op: 'add', person: { ...event.person, delivery_email: null } }),
  );
};

const isUnknownUser = (event: EventBody): event is UnknownUserEvent => event.isUnknownUser === true;

function encodeUnknownUser(
  event: UnknownUserEvent,
  queue: DeliveryTarget,
  shared: SharedTexts,
): string | null {
  const { cache, userId, options } = queue;
  const viewer = cache.users.get(userId);
  if (options.capabilities.user_list_incomplete || !viewer || !isLimited(cache, viewer)) return null;
  const { user_id: id } = event.person;
  const host = options.host ?? hiddenAddressHost;
  return once(shared, `unknown ${host}`, () => {
    const person = { ...unknownUserObject(id, host, cache.organization.createdAt), is_active: true };
    return openObject({ type: 'realm_user', op: 'add', person });
  });
}

/** An event for users who lose access to the email address. */
const isHiding = ({ op, person }: UserEvent): boolean =>
  op === 'update' && 'delivery_email' in person && person.delivery_email === null;

const hasAddress = (event: UserEvent): boolean => event.op !== 'remove' && 'delivery_email' in event.person;

const userEvents: Pick<EventRules, 'realm_user'> = {
  realm_user: {
    to: ['everyone'],
    about: (event) =>
      event.op === 'remove' || isUnknownUser(event) ? [] : [{ kind: 'user', id: event.person.user_id }],
    ends: ({ op, person }) => (op === 'remove' ? [{ kind: 'user', id: person.user_id }] : []),
    encode: encodeUserEvent,
  },
};

export const usersFeature = defineFeature({
  routes: userRoutes,
  registerState: userState,
  events: userEvents,
  // Who asked for another address may be the one whose access was ended.
  reactions: [on(sessionsEnded, (tx, { userId }) => deleteEmailLinks(tx, userId))],
  jobs: [defineJob(jobs.confirmEmail, sendConfirmation), defineJob(jobs.emailChanged, notifyFormerAddress)],
});
