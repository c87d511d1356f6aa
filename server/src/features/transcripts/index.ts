/** The feature: transcripts of audio files. */
import { TranscribeParams, TranscribeResponse } from '../../../../wire/transcripts.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { transcribe } from './transcribe.ts';

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
