/** Samples of what every integration receives. */
import { buildSamples } from './builds.ts';
import { customerSamples } from './customers.ts';
import { forgeSamples } from './forges.ts';
import { generalSamples } from './general.ts';
import { githubSamples } from './github.ts';
import { monitoringSamples } from './monitoring.ts';
import type { Sample } from './sample.ts';
import { workSamples } from './work.ts';

export type { Sample } from './sample.ts';
export const samples: readonly Sample[] = [
  ...githubSamples,
  ...forgeSamples,
  ...monitoringSamples,
  ...buildSamples,
  ...workSamples,
  ...customerSamples,
  ...generalSamples,
];
