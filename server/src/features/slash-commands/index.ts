/** The feature: slash commands. */
import { defineFeature } from '../../http/feature.ts';
import { slashCommandRoutes } from './routes.ts';

export const slashCommandsFeature = defineFeature({ routes: slashCommandRoutes });
