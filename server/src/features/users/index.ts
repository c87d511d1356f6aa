/** The feature: users. */
import { defineJob } from '../../core/jobs/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { sendConfirmation } from './change-email.ts';
import { notifyFormerAddress } from './undo-email-change.ts';
import { userEvents } from './events.ts';
import { jobs } from './jobs.ts';
import { userRoutes } from './routes.ts';
import { userState } from './state.ts';

export { revokeAccess, storeApiKey } from './api-key.ts';
export { addressToConfirm, confirmEmail, type EmailLink, requestEmailChange } from './change-email.ts';
export { addressToRestore, undoEmailChange } from './undo-email-change.ts';
export { addPerson, defaultChannels } from './create.ts';
export { deactivateUser, endAccount } from './deactivate.ts';
export { reactivateUser } from './reactivate.ts';
export { deletePerson } from './delete-person.ts';
export { changeRole } from './role.ts';
export { changeAddress, changeName, checkMayChangeRole } from './update.ts';
export { announceSignUp, notifyInviter, welcome } from './welcome.ts';

export const usersFeature = defineFeature({
  routes: userRoutes,
  registerState: userState,
  events: userEvents,
  jobs: [defineJob(jobs.confirmEmail, sendConfirmation), defineJob(jobs.emailChanged, notifyFormerAddress)],
});
