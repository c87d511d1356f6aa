/**
 * node tools/run.mjs bench/scale.ts: how far one node and one database go, computed from costs that were measured and from what
 * people are assumed to do. Prints the table of docs/scale.md.
 */

/** Measured with PostgreSQL beside the server on 2 cores; each with its command. */
const measured = {
  /** CPU of a node for a send, in microseconds: `npm run bench -- --nodes --quick`, where all are sent at one of two nodes. */
  sendUs: 174,
  /** CPU of each other node for applying it: the same. Where all nodes send, groups of writes are smaller, and sends cost more. */
  applyUs: 22,
  /** CPU of PostgreSQL for a send: the same. Sends that come one by one share no commit and cost more. */
  databaseUs: 75,
  /** CPU of a node for the response to a poll, which each event costs each queue at most: `npm run bench -- --nodes`. */
  pollUs: 63,
  /** Sends to one organization that one node and its database carried on 2 cores. */
  sendsPerSecond: 4738,
  /** In PostgreSQL for a message, with its event and indexes; events are trimmed later. */
  bytesPerMessage: 4876,
};

/** What nobody measured: change it to what your people do. */
const assumed = {
  messagesPerDay: 20,
  /** The share of a day's messages in its busiest hour. */
  busiestHour: 0.2,
  /** The share of people who are there in that hour, each with this many event queues. */
  online: 0.4,
  queues: 1.5,
  /** Queues that a message goes to, unless fewer are online. */
  audience: 40,
  /** The share of a core that may be used, so that latency stays low. */
  utilization: 0.6,
  coresOfDatabase: 16,
  largestDisk: 8e12,
};

interface Step {
  people: number;
  organizations: number;
}

const steps: readonly Step[] = [
  { people: 10, organizations: 1 },
  { people: 1000, organizations: 1 },
  { people: 10_000, organizations: 1 },
  { people: 100_000, organizations: 1 },
  { people: 100_000, organizations: 1000 },
  { people: 1_000_000, organizations: 10_000 },
  { people: 10_000_000, organizations: 100_000 },
  { people: 100_000_000, organizations: 1_000_000 },
];

interface Load {
  /** In the busiest hour. */
  messagesPerSecond: number;
  queues: number;
  deliveriesPerSecond: number;
  /** Cores of all nodes that are busy, if each organization were on one node. */
  nodeCores: number;
  databaseCores: number;
  bytesPerYear: number;
  /** The share of what one organization's lock lets through. */
  lock: number;
}

function estimateLoad({ people, organizations }: Step): Load {
  const messagesPerSecond = (people * assumed.messagesPerDay * assumed.busiestHour) / 3600;
  const queues = people * assumed.online * assumed.queues;
  const deliveriesPerSecond = messagesPerSecond * Math.min(assumed.audience, queues / organizations);
  return {
    messagesPerSecond,
    queues,
    deliveriesPerSecond,
    nodeCores: (messagesPerSecond * measured.sendUs + deliveriesPerSecond * measured.pollUs) / 1e6,
    databaseCores: (messagesPerSecond * measured.databaseUs) / 1e6,
    bytesPerYear: people * assumed.messagesPerDay * 365 * measured.bytesPerMessage,
    lock: messagesPerSecond / organizations / measured.sendsPerSecond,
  };
}

/**
 * Nodes that such a load needs at least. Every node applies what the others commit to organizations that it holds, and a load
 * balancer spreads each over all nodes.
 */
function nodesFor({ nodeCores, messagesPerSecond }: Load): number {
  const perNode = assumed.utilization - (messagesPerSecond * measured.applyUs) / 1e6;
  return perNode <= 0 ? Infinity : Math.max(1, Math.ceil(nodeCores / perNode));
}

function databasesFor({ databaseCores, bytesPerYear }: Load): number {
  const byCores = databaseCores / (assumed.coresOfDatabase * assumed.utilization);
  return Math.max(1, Math.ceil(byCores), Math.ceil(bytesPerYear / assumed.largestDisk));
}

function firstLimit(load: Load): string {
  const limits: [number, string][] = [
    [load.nodeCores / assumed.utilization, 'one core of one node'],
    [load.databaseCores / (assumed.coresOfDatabase * assumed.utilization), 'processors of one database'],
    [load.bytesPerYear / assumed.largestDisk, 'disk of one database, in a year'],
    [load.lock, 'lock of one organization'],
  ];
  const [share, what] = limits.toSorted(([a], [b]) => b - a)[0] ?? [0, ''];
  return `${what}: ${share >= 1 ? `${share.toFixed(0)} times` : `${(share * 100).toPrecision(2)} %`}`;
}

const short = (n: number): string =>
  n === Infinity
    ? 'none suffices'
    : n >= 10
      ? Math.round(n).toLocaleString('en')
      : String(Number(n.toPrecision(2)));

function row(step: Step): string {
  const load = estimateLoad(step);
  const databases = databasesFor(load);
  // Organizations are spread over databases, each with nodes of its own.
  const share = estimateLoad({
    people: step.people / databases,
    organizations: Math.max(1, step.organizations / databases),
  });
  return [
    `${short(step.people)} in ${short(step.organizations)}`,
    short(load.messagesPerSecond),
    short(load.queues),
    short(load.deliveriesPerSecond),
    `${short(load.bytesPerYear / 1e9)} GB`,
    firstLimit(load),
    `${short(databases)} × ${short(nodesFor(share))}`,
  ].join(' | ');
}

console.log(
  '| people in organizations | messages/s | queues | deliveries/s | a year | nearest limit | databases × nodes |',
);
console.log('|---|---|---|---|---|---|---|');
for (const step of steps) console.log(`| ${row(step)} |`);
