/** The feature: transcripts of audio files. */
import { defineFeature } from '../../http/feature.ts';
import { transcriptRoutes } from './routes.ts';

export const transcriptsFeature = defineFeature({ routes: transcriptRoutes });
