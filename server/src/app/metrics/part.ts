/** A group of metrics: counters updated as events occur, and values read at each scrape. */
import type { Registry } from '../../lib/metrics/metrics.ts';
import type { Listener } from '../../lib/telemetry/telemetry.ts';
import type { App } from '../open-app.ts';

export interface MetricsPart {
  listener?: Listener;
  /** Called at each scrape. */
  collect?(): void | Promise<void>;
  close?(): void;
}

export type MakePart = (registry: Registry, app: App) => MetricsPart;

/** Histogram buckets for durations, in seconds. */
export const durations = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];
