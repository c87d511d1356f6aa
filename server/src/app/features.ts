/** Combines what the features add to the server. */
import type { AppContext, StateFetchers } from '../core/context/index.ts';
import type { AnyEventRule, EventRuleTable, EventRules } from '../core/events/index.ts';
import { deleteExpiredKeys } from '../core/api-keys/index.ts';
import { type Job, emailJob, repeatWorkJob } from '../core/jobs/index.ts';
import { deleteExpiredUses } from '../core/limits/index.ts';
import { type Expiry, groupReactions } from '../core/log/index.ts';
import { searchIndexer } from '../core/messages/index.ts';
import { deleteOldDevices } from '../core/sessions/index.ts';
import { deleteExpiredLinks } from '../core/users/index.ts';
import { openApiRoutes } from '../features/openapi/index.ts';
import type { Feature, MaintenanceTask, Worker } from '../http/feature.ts';
import type { Route } from '../http/route.ts';
import type { Mount } from '../http/server.ts';
import { features as declared } from './feature-list.ts';

const features: readonly Feature[] = declared;

const described = features.flatMap(({ routes = [] }) => routes);
export const routes: readonly Route[] = [...described, ...openApiRoutes(described)];

export const mounts: readonly Mount[] = features.flatMap(({ mounts = [] }) => mounts);

export const jobs: readonly Job[] = [emailJob, repeatWorkJob, ...features.flatMap(({ jobs = [] }) => jobs)];

export const reactions = groupReactions(features.flatMap(({ reactions = [] }) => reactions));

export const getWorkers = (app: AppContext): Worker[] => [
  searchIndexer(app),
  ...features.flatMap(({ workers = [] }) => workers).map((make) => make(app)),
];

const uploadPartMs = 24 * 3600_000;

export const expiries: readonly Expiry[] = [
  deleteExpiredUses,
  deleteExpiredLinks,
  deleteExpiredKeys,
  deleteOldDevices,
  ...features.flatMap(({ expiries = [] }) => expiries),
];

/** Tasks on each node's own disk. */
export const localTasks: readonly MaintenanceTask[] = [(app) => app.files.incoming.sweep(uploadPartMs)];

export const maintenanceTasks: readonly MaintenanceTask[] = features.flatMap(
  ({ maintenance = [] }) => maintenance,
);

type DeclaredFeature = (typeof declared)[number];
type KeysOf<Part> = Part extends unknown ? keyof Part : never;

type WithEvents = Extract<DeclaredFeature, { events: unknown }>;
/** Event types without a rule: must be none. */
type TypesWithoutRule = Exclude<keyof EventRules, KeysOf<WithEvents['events']>>;
const ruled: [TypesWithoutRule] extends [never] ? Partial<EventRules>[] : { missing: TypesWithoutRule } =
  features.flatMap(({ events = [] }) => events);

export const eventRules: EventRuleTable = new Map(
  ruled.flatMap((rules): [string, AnyEventRule][] => Object.entries(rules)),
);

type WithState = Extract<DeclaredFeature, { registerState: unknown }>;
/** Keys of `/register` that no feature fetches: must be none. */
type UnfetchedKeys = Exclude<keyof StateFetchers, KeysOf<WithState['registerState']>>;
const fetched: [UnfetchedKeys] extends [never] ? Partial<StateFetchers>[] : { missing: UnfetchedKeys } =
  features.flatMap(({ registerState = [] }) => registerState);

// With the type of `fetched`, no key is missing.
export const registerState = Object.assign({}, ...fetched) as StateFetchers;
