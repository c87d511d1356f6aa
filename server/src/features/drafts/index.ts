/** The feature: drafts. */
import { EmptyResponse, Type } from '../../../../wire/core.ts';
import {
  CreateDraftsResponse,
  CreateDraftsParams,
  DraftPath,
  EditDraftParams,
  GetDraftsResponse,
  type Draft,
} from '../../../../wire/drafts.ts';
import { personal } from '../../core/events/index.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route, withPath } from '../../http/route.ts';
import { checkSynchronization, createDrafts, deleteDraft, editDraft } from './actions.ts';
import type { Db } from '../../db/db.ts';
import { draftObject } from './serialize.ts';

export { dropDrafts } from './actions.ts';

const draftRoutes = [
  route({
    method: 'GET',
    path: '/drafts',
    operationId: 'get-drafts',
    policy: 'signedIn',
    scope: 'read',
    params: Type.Object({}),
    response: GetDraftsResponse,
    handle: async ({ app, me }) => {
      checkSynchronization(me.user);
      const drafts = await getDrafts(app.db.read, me.id);
      return { count: drafts.length, drafts };
    },
  }),
  route({
    method: 'POST',
    path: '/drafts',
    operationId: 'create-drafts',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: CreateDraftsParams,
    response: CreateDraftsResponse,
    write: async (tx, { me, params }) => ({ ids: await createDrafts(tx, me, params.drafts) }),
  }),
  route({
    method: 'PATCH',
    path: '/drafts/:draft_id',
    operationId: 'edit-draft',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: withPath(DraftPath, EditDraftParams),
    response: EmptyResponse,
    write: (tx, { me, params }) => editDraft(tx, me, params.draft_id, params.draft),
  }),
  route({
    method: 'DELETE',
    path: '/drafts/:draft_id',
    operationId: 'delete-draft',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: DraftPath,
    response: EmptyResponse,
    write: (tx, { me, params }) => deleteDraft(tx, me, params.draft_id),
  }),
];

const draftState: Pick<StateFetchers, 'drafts'> = {
  drafts: async ({ tx, me }) => ({ drafts: await getDrafts(tx, me.id) }),
};

export const draftsFeature = defineFeature({
  routes: draftRoutes,
  events: { drafts: personal },
  registerState: draftState,
});

async function getDrafts({ q }: Db, userId: number): Promise<Draft[]> {
  const rows = await q
    .selectFrom('draft')
    .select(['id', 'type', 'recipients', 'topic', 'content', 'changed_at'])
    .where('user_id', '=', userId)
    .orderBy('changed_at')
    .orderBy('id')
    .execute();
  return rows.map(draftObject);
}
