/** Imports from other products in the web client: an archive is uploaded, checked, imported and can be undone. */
import { Exact, Id, Nullable, OneOf, Type, UnixSeconds, optional, type Static } from './core.ts';

export const importProducts = [
  ...(['slack', 'mattermost', 'zulip', 'rocketchat', 'discord', 'matrix', 'teams', 'csv'] as const),
] as const;
export type ImportProduct = (typeof importProducts)[number];

/** Value of `purpose` in `Upload-Metadata` (tus) for a file that is to be imported. */
export const importPurpose = 'import';

/** How long an archive is kept until it is imported, and how many are kept at most. */
export const importLimits = { days: 7 } as const;

/**
 * `uploaded` → `checking` → `checked` → `importing` → `imported` → `undoing` → `undone`. A check or an import that ended early
 * has `failed` or was `stopped`, and can be started again.
 */
const importStates = [
  ...(['uploaded', 'checking', 'checked', 'importing', 'imported'] as const),
  ...(['undoing', 'undone', 'stopped', 'failed'] as const),
] as const;
export type ImportRequestState = (typeof importStates)[number];

export const recordKinds = [
  ...(['people', 'channels', 'conversations', 'messages', 'threads', 'reactions', 'files', 'emoji'] as const),
] as const;
export type RecordKind = (typeof recordKinds)[number];

const Count = Exact({
  /** Number in the source. */
  found: Type.Integer(),
  /** Added by this run; in a dry run, those that would be. */
  added: Type.Integer(),
  /** Already present: from an earlier run, or people matched by email address. */
  known: Type.Integer(),
  /** Skipped; each is among the problems, except for notices. */
  skipped: Type.Integer(),
});
export type Count = Static<typeof Count>;

const Counts = Exact({
  people: Count,
  channels: Count,
  conversations: Count,
  messages: Count,
  threads: Count,
  reactions: Count,
  files: Count,
  emoji: Count,
});

const Mapping = Exact({ from: Type.String(), to: Type.String() });
const Problem = Exact({ place: Type.String(), reason: Type.String() });

/** The result of an import, or of a dry run. */
export const ImportReport = Exact({
  product: Type.String(),
  origin: Type.String(),
  dry_run: Type.Boolean(),
  /** ID for `heddle import undo`; absent in a dry run. */
  run: Type.Optional(Type.Integer()),
  /** What people may do or see here that they could not there, each with its reason. */
  wider: Type.Array(Problem),
  /** What they could there and may not here. */
  narrower: Type.Array(Problem),
  counts: Counts,
  /** Total size of the imported files. */
  file_bytes: Type.Integer(),
  /** Messages that only report that someone joined, left or renamed something. */
  notices_left_out: Type.Integer(),
  /** Kinds of records that do not come, as drafts; single ones are among the problems. */
  left_out: Type.Array(
    Exact({
      what: Type.String(),
      count: Type.Integer(),
      reason: Type.String(),
      /** Places of the first ones, if the reader knows them. */
      places: Type.Array(Type.String()),
    }),
  ),
  /** What a newer export, or a repeated one, changed of what came before; in a dry run, what it would change. */
  changed: Exact({
    /** Messages that were edited there since. */
    edited: Type.Integer(),
    /** Messages that were moved to another topic or channel there since. */
    moved: Type.Integer(),
    /** Messages that were deleted there since. */
    deleted: Type.Integer(),
    /** Files that had failed. */
    files: Type.Integer(),
    /** Reactions of people who have not signed in here. */
    reactions: Type.Integer(),
    /** Reactions that were taken back there since. */
    reactions_removed: Type.Integer(),
    /** Messages with letters that an earlier run could not decode. */
    repaired: Type.Integer(),
    /** Messages that changed there, and stay because people changed them here; each is among the problems. */
    kept: Type.Integer(),
    /** People who joined a channel there since. */
    joined: Type.Integer(),
  }),
  /** People without an email address, who got a placeholder. */
  without_email: Type.Integer(),
  problems: Type.Array(Problem),
  /** May be more than are listed. */
  problem_count: Type.Integer(),
  problems_by_reason: Type.Record(Type.String(), Type.Integer()),
  people: Type.Array(Mapping),
  channels: Type.Array(Mapping),
  seconds: Type.Number(),
  /** In a dry run: the minimum duration of the import, and the space that it would need. */
  estimate: Type.Optional(Exact({ seconds: Type.Integer(), bytes: Type.Integer() })),
});
export type ImportReport = Static<typeof ImportReport>;

/** Progress of a check, an import or an undo. */
const ImportProgress = Exact({
  people: Type.Integer(),
  channels: Type.Integer(),
  messages: Type.Integer(),
  files: Type.Integer(),
  /** An estimate, as soon as there is one: for imports that were checked before, and for undoing them. */
  seconds_left: Nullable(Type.Integer({ minimum: 0 })),
});
export type ImportProgress = Static<typeof ImportProgress>;

const choices = {
  product: OneOf(importProducts),
  /** `join`: threads of fewer than five messages stay in their channel's topic. */
  threads: OneOf(['topic', 'join']),
  /** `date`: names of topics begin with the date. */
  topic_names: OneOf(['words', 'date']),
  /** Topic of messages outside threads. */
  topic: Type.String({ maxLength: 60 }),
  /** Keeps messages that report that someone joined, left or renamed something; `false` omits those of Zulip's bots too. */
  notices: Type.Boolean(),
  /** Keeps the roles of owners and administrators. */
  keep_roles: Type.Boolean(),
  /** Fetches files for which the export only has addresses. */
  downloads: Type.Boolean(),
  /** Stops when there are more problems. */
  max_errors: Type.Integer({ minimum: 0 }),
  /** Identifies the workspace, to keep exports of several apart. */
  source: Type.String({ maxLength: 100 }),
};
const { product, ...others } = choices;
export const ImportChoices = Exact({ product, ...optional(others) });
export type ImportChoices = Static<typeof ImportChoices>;

export const ImportRequest = Exact({
  id: Id,
  acting_user_id: Id,
  file_name: Type.String(),
  size: Type.Integer(),
  created: UnixSeconds,
  state: OneOf(importStates),
  /** Whether the uploaded archive still exists. */
  has_archive: Type.Boolean(),
  choices: Nullable(ImportChoices),
  progress: Nullable(ImportProgress),
  /** The reason of a failure. */
  error: Nullable(Type.String()),
});
export type ImportRequest = Static<typeof ImportRequest>;

export const ImportPath = Type.Object({ import_id: Id });

/** GET /heddle/imports: the newest first. */
export const GetImportsResponse = Exact({
  imports: Type.Array(ImportRequest),
  max_mebibytes: Type.Integer(),
});
/** GET /heddle/imports/{import_id} */
export const GetImportResponse = Exact({ import: ImportRequest, report: Nullable(ImportReport) });
/** POST /heddle/imports/{import_id}/check and /start */
export const BeginImportParams = Type.Object({ import_id: Id, choices: ImportChoices });
