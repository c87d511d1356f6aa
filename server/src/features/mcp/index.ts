/** The feature: a Model Context Protocol server, through which agents use an organization with a named API key. */
import { defineFeature } from '../../http/feature.ts';
import { mountMcp } from './mount.ts';

export const mcpFeature = defineFeature({ mounts: [mountMcp] });
