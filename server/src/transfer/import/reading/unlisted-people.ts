/** Counts what names people whom the export does not have: a member, a reaction or a star of nobody cannot come. */
import type { Holders, SourceId, SourceRecord } from '../records.ts';
import type { ReportBuilder } from '../report.ts';

type Named = readonly [what: string, ids: Iterable<SourceId>];
type Kind = SourceRecord['kind'];

const none = (): readonly Named[] => [];
const holdersIn = (permissions: Readonly<Record<string, Holders | undefined>> = {}): Named => [
  'people who hold a permission',
  Object.values(permissions).flatMap((one) => one?.people ?? []),
];

/** Where a kind of record names people, except as authors of messages, who are made if no list has them. */
const named: { readonly [K in Kind]: (record: Extract<SourceRecord, { kind: K }>) => readonly Named[] } = {
  person: ({ bot }) => (bot?.owner === undefined ? [] : [['owners of bots', [bot.owner]]]),
  channel: ({ members, permissions }) => [['members of channels', members], holdersIn(permissions)],
  group: ({ members, permissions }) => [['members of groups', members], holdersIn(permissions)],
  direct: ({ members }) => [['members of conversations', members]],
  message: ({ reactions = [], starredBy = [], marks = [], receivedBy = [] }) => [
    ['reactions', reactions.flatMap(({ users }) => users)],
    ['stars', starredBy],
    ['marks of messages', marks.map(({ person }) => person)],
    ['recipients of messages', receivedBy],
  ],
  settings: ({ permissions }) => [holdersIn(permissions)],
  personal: ({ id, mutedPeople, scheduled, drafts }) => [
    ['what people keep for themselves', [id]],
    ['muted people', mutedPeople.map(({ person }) => person)],
    [
      'recipients of drafts and scheduled messages',
      [...scheduled, ...drafts].flatMap(({ place }) => (place && 'direct' in place ? place.direct : [])),
    ],
  ],
  field: none,
  emoji: none,
  folder: none,
  picture: none,
  access: none,
  leftOut: none,
  problem: none,
};

/** Most messages name nobody besides their author. */
const namesNobody = (record: SourceRecord): boolean =>
  record.kind === 'message' &&
  record.reactions === undefined &&
  record.starredBy === undefined &&
  record.receivedBy === undefined &&
  (record.marks === undefined || record.marks.length === 0);

const getPlace = (record: SourceRecord): string => {
  if (record.kind === 'channel' || record.kind === 'group') return `${record.kind} ${record.name}`;
  return 'id' in record && record.id !== undefined ? `${record.kind} ${record.id}` : record.kind;
};

interface Unlisted {
  what: string;
  id: SourceId;
  place: string;
}

/** A list that names more is counted at once. */
const mostKept = 10_000;
const reason = 'The people whom they name are in no list of the export.';

export class UnlistedPeople {
  readonly #report: ReportBuilder;
  readonly #before: Pick<ReadonlyMap<SourceId, number>, 'has'>;
  readonly #listed = new Set<SourceId>();
  /** Members and the like: they may be authors, whose deactivated accounts are in no channel. */
  #kept: Unlisted[] = [];

  /** @param before Those whom earlier runs brought, by ID in the source. */
  constructor(report: ReportBuilder, before: Pick<ReadonlyMap<SourceId, number>, 'has'>) {
    this.#report = report;
    this.#before = before;
  }

  /** People come before what names them. */
  look(record: SourceRecord): void {
    if (record.kind === 'person') this.#listed.add(record.id);
    else if (record.kind === 'message') this.#listed.add(record.sender);
    if (namesNobody(record)) return;
    for (const [what, ids] of named[record.kind](record as never))
      for (const id of ids) {
        if (this.#listed.has(id) || this.#before.has(id)) continue;
        const one = { what, id, place: getPlace(record) };
        if (record.kind === 'message' || this.#kept.length >= mostKept) this.#count(one);
        else this.#kept.push(one);
      }
  }

  /** After the last record. */
  done(): void {
    for (const one of this.#kept) if (!this.#listed.has(one.id)) this.#count(one);
    this.#kept = [];
  }

  #count({ what, place }: Unlisted): void {
    this.#report.leaveOut({ what, count: 1, reason, places: [place] });
  }
}
