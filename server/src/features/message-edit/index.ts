/** The feature: message edit. */
import {
  EditMessageResponse,
  EditMessageParams,
  MessageHistoryResponse,
  MessageHistoryParams,
} from '../../../../wire/edits.ts';
import { MessagePath } from '../../../../wire/messages.ts';
import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import { defineJob, type JobContext } from '../../core/jobs/index.ts';
import { type Encoder, type EventRules, messageById, once, openObject } from '../../core/events/index.ts';
import {
  type Audience,
  type EditEvent,
  type EditFields,
  type ReaderFlags,
  isEditEvent,
  type Tx,
} from '../../core/log/index.ts';
import { flagNames, shown } from '../../core/messages/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route, withPath } from '../../http/route.ts';
import { uploadsJobs as uploads, type ShowThumbnails, shownFile } from '../uploads/index.ts';
import { websitePreviewJobs as websites } from '../website-previews/index.ts';
import { fieldsAbout } from './serialize-edits.ts';
import { showWebsitePreviews } from './website-previews.ts';
import { editMessage } from './edit.ts';
import { messageHistory } from './history.ts';
import { pathInLink } from '../../lib/files/names.ts';
import { pendingThumbnailPaths, withThumbnails } from '../../lib/markdown/pending-thumbnails.ts';
import { updateRendering, shownMessage } from './update-rendering.ts';

export { checkMayEditContent, jobs as messageEditJobs } from './edit-content.ts';
export { moveMessages } from './move.ts';
export { receivesResolvedNotices } from './topic-resolved.ts';

const messageEditRoutes = [
  route({
    method: 'PATCH',
    path: '/messages/:message_id',
    operationId: 'update-message',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: withPath(MessagePath, EditMessageParams),
    response: EditMessageResponse,
    handle: ({ app, me, params, origin, client }) => editMessage(app, me, { ...params, origin, client }),
  }),
  route({
    method: 'GET',
    path: '/messages/:message_id/history',
    operationId: 'get-message-history',
    policy: 'signedIn',
    scope: 'read',
    params: withPath(MessagePath, MessageHistoryParams),
    response: MessageHistoryResponse,
    handle: ({ app, me, params }) =>
      messageHistory(app.db.read, me, params.message_id, params.allow_empty_topic_name),
  }),
];

// Edited and moved messages, for each class of clients.

/** One text per class of clients; only the reader's flags are added per queue. */
const encodeEdit: Encoder = ({ event }, queue, shared) => {
  if (!isEditEvent(event)) return null;
  const takesEmpty = queue.options.capabilities.empty_topic_name === true;
  const text = once(shared, `${takesEmpty}`, () =>
    openObject({ type: event.type, ...(takesEmpty ? event.fields : withTopicNames(event.fields)) }),
  );
  return `${text},"flags":${JSON.stringify(flagNames(getBits(event.readers, queue.userId)))}`;
};

function getBits(readers: ReaderFlags, userId: number): number {
  const group = readers.find(([, userIds]) => userIds.includes(userId));
  return group ? group[0] : shown.read | shown.historical;
}

function withTopicNames(fields: EditFields): EditFields {
  const named = { ...fields };
  if (named.orig_subject === '') named.orig_subject = emptyTopicDisplayName;
  if (named.subject === '') named.subject = emptyTopicDisplayName;
  return named;
}

/** Where the message is now. A new rendering does not name the channel: its audience does. */
function getSubject(id: number, { fields }: EditEvent, audience: Audience) {
  const channelId = fields.new_stream_id ?? fields.stream_id;
  return channelId === undefined ? messageById(id, audience) : ({ kind: 'message', id, channelId } as const);
}

const editEvents: Pick<EventRules, 'update_message'> = {
  update_message: {
    to: ['readers'],
    about(event, audience) {
      const { message_ids, stream_id, new_stream_id } = event.fields;
      const messages = message_ids.map((id) => getSubject(id, event, audience));
      const isMoved = stream_id !== undefined && new_stream_id !== undefined;
      return isMoved ? [...messages, { kind: 'left', channelId: stream_id }] : messages;
    },
    reduce(event, sees, audience) {
      const { fields } = event;
      const ids = fields.message_ids.filter((id) => sees(getSubject(id, event, audience)));
      const left = fieldsAbout(fields, ids);
      return left ? { ...event, fields: left } : null;
    },
    ends({ fields: { new_stream_id: movedTo, message_ids } }) {
      return movedTo === undefined ? [] : message_ids.map((id) => ({ kind: 'message', id, movedTo }));
    },
    encode: encodeEdit,
  },
};

export const messageEditFeature = defineFeature({
  routes: messageEditRoutes,
  events: editEvents,
  jobs: [
    defineJob(uploads.showThumbnails, showThumbnails),
    defineJob(websites.showPreviews, showWebsitePreviews, 'previews'),
  ],
});

// Replaces placeholders in messages once thumbnails have been generated.

async function showThumbnailsIn(tx: Tx, id: number): Promise<void> {
  const message = await shownMessage(tx, id);
  const paths = pendingThumbnailPaths(message?.rendered ?? '');
  if (!message || paths.length === 0) return;
  const files = await tx.q
    .selectFrom('attachment')
    .selectAll()
    .where('org_id', '=', tx.orgId)
    .where('path', 'in', paths.map(pathInLink))
    .execute();
  const byPath = new Map(files.map((file) => [file.path, file]));
  const rendered = withThumbnails(message.rendered, (path) => shownFile(byPath.get(pathInLink(path))));
  await updateRendering(tx, message, rendered);
}

/** The job: one transaction per message, so that other writes do not wait. */
async function showThumbnails(context: JobContext<ShowThumbnails>): Promise<void> {
  const { app, orgId, payload } = context;
  for (const id of payload.messageIds) await app.db.write(orgId, 'system', (tx) => showThumbnailsIn(tx, id));
}
