/** The feature: transcripts of audio files. */
import { TranscribeParams, TranscribeResponse } from '../../../../wire/transcripts.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { type AppContext, defineService } from '../../core/context/index.ts';
import { checkKeyChannel, currentUser, mayIn, type Principal } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { pathInLink } from '../../lib/files/names.ts';
import { FileGoneError } from '../../lib/files/store.ts';
import { uploadPath } from '../../lib/markdown/links/url.ts';
import { truncate } from '../../lib/text.ts';
import { within } from '../topic-summaries/index.ts';
import { fileOfMessage, mebibyte } from '../uploads/index.ts';
import { type Ear, requestTranscript } from './request.ts';

const transcriptRoutes = [
  route({
    method: 'POST',
    path: '/heddle/transcripts',
    operationId: 'heddle-transcribe-file',
    policy: 'humans',
    scope: 'read',
    params: TranscribeParams,
    response: TranscribeResponse,
    handle: async ({ app, me, params }) => ({
      transcript: await transcribe(app, me, params.message_id, params.file),
    }),
  }),
];

export const transcriptsFeature = defineFeature({ routes: transcriptRoutes });

// What is said in an audio file. It is asked for once, and stored with the file.

/** It is in memory while it is sent: an hour of speech is smaller. */
const mostMebibytes = 15;
const longestTranscript = 50_000;

/** What is being asked for on this node, by file: others who ask meanwhile wait for the same. */
const pending = defineService(() => new Map<number, Promise<string>>());

type File = NonNullable<Awaited<ReturnType<typeof loadFile>>>;

/** @throws ApiError if it is not configured or permitted, above the limits, and if the model fails */
async function transcribe(app: AppContext, me: Principal, messageId: number, link: string): Promise<string> {
  const { transcriptUrl: url, transcriptModel: model, transcriptApiKey: apiKey } = app.config;
  if (url === undefined || model === undefined) throw apiError('ai.disabled');
  if (!mayIn(me.cache, 'heddle_can_transcribe_group', me.user)) throw apiError('ai.not-permitted');
  const file = await loadFile(app, me, messageId, link);
  if (file.transcript !== null) return file.transcript;
  if (file.size === 0) return '';
  if (file.size > mostMebibytes * mebibyte) throw apiError('ai.audio-too-large', { most: mostMebibytes });
  const running = pending(app);
  let asked = running.get(file.id);
  if (!asked) {
    asked = within(app, me, () => ask(app, me, file, { url, model, apiKey })).finally(() =>
      running.delete(file.id),
    );
    running.set(file.id, asked);
  }
  const transcript = await asked;
  await checkStillReadable(app, me, messageId, link);
  return transcript;
}

const audioType = /^audio\/[\w.+-]+$/;

/** @throws ApiError unless it is an audio file of a message that the person can read and whose content may be sent */
async function loadFile({ db, config }: AppContext, me: Principal, messageId: number, link: string) {
  const { id, orgId, user, cache, onlyChannel } = me;
  const reader = { id, orgId, user, cache, ...(onlyChannel !== undefined && { onlyChannel }) };
  const path = uploadPath(link);
  const file = path && (await fileOfMessage(db.read, reader, messageId, pathInLink(path)));
  if (!file || !audioType.test(file.content_type)) throw apiError('ai.no-such-audio');
  const channel = file.channel_id === null ? undefined : cache.channels.get(file.channel_id);
  if (!channel) throw apiError('ai.channels-only');
  checkKeyChannel(me, channel.id);
  if (channel.isPrivate && config.aiPrivateChannels === 'off') throw apiError('ai.private-channel');
  return file;
}

/** The model takes minutes: the message may be deleted or moved meanwhile, and the person lose the channel, the key or the permission. */
async function checkStillReadable(
  app: AppContext,
  me: Principal,
  messageId: number,
  link: string,
): Promise<void> {
  const cache = await app.organizations.cache(me.orgId);
  const now = { ...me, cache, user: currentUser(cache, me) };
  if (!now.user.isActive) throw apiError('users.account-deactivated');
  me.checkAdmitted?.(cache);
  if (!mayIn(cache, 'heddle_can_transcribe_group', now.user)) throw apiError('ai.not-permitted');
  await loadFile(app, now, messageId, link);
}

async function ask(app: AppContext, me: Principal, file: File, ear: Ear): Promise<string> {
  const content = await readContent(app, file);
  const text = await requestTranscript(app.log, ear, file.content_type, content);
  const transcript = truncate(text, longestTranscript, '…');
  // If the file was removed meanwhile, there is nothing to store it with.
  await app.db.write(me.orgId, me, (tx) =>
    tx.q
      .updateTable('attachment')
      .set({ transcript })
      .where('id', '=', file.id)
      .where('org_id', '=', tx.orgId)
      .execute(),
  );
  return transcript;
}

async function readContent({ files }: AppContext, { path, size }: File): Promise<Buffer> {
  const parts: Buffer[] = [];
  try {
    // A store gives bytes.
    for await (const part of await files.store.read(path, { first: 0, last: size - 1 }))
      parts.push(part as Buffer);
  } catch (error) {
    if (error instanceof FileGoneError) throw apiError('ai.no-such-audio');
    throw error;
  }
  return Buffer.concat(parts);
}
