/** The terms of a narrow after parsing: current names only, one shape per operator. */

/** A user as given by the client: an id, or an email address that is not looked up yet. */
export type UserRef = number | string;
/** A channel as given by the client: an id or a name. */
type ChannelRef = number | string;

export const isOperands = [
  'dm',
  'starred',
  'unread',
  'mentioned',
  'alerted',
  'resolved',
  'followed',
  'muted',
] as const;
export const hasOperands = ['attachment', 'image', 'link', 'reaction'] as const;
export const channelsOperands = ['public', 'web-public', 'archived'] as const;

export type IsOperand = (typeof isOperands)[number];
type HasOperand = (typeof hasOperands)[number];
/** How the time of a message relates to a period. */
type DateOperator = 'before' | 'after' | 'date';
type ChannelsOperand = (typeof channelsOperands)[number];

/**
 * One condition. All terms of a narrow must hold; `negated` inverts one.
 *
 * - `topic`: compared without case; `''` is the empty topic.
 * - `dm`: exactly this conversation (the reader is in it whether named or not); `[]` matches nothing.
 * - `dm-including`: every direct message with this user; `groupsOnly` leaves out conversations of two.
 * - `near`: filters nothing; null when the operand was no message id.
 * - `with`: stands for the conversation that holds this message, in place of `channel`, `topic` and `dm`;
 *   negated, for everything outside it.
 * - `before`, `after`, `date`: a period that `parsePeriod` can parse; `before` and `after` exclude the period itself.
 * - `search`: never empty.
 */
export type Term = { readonly negated: boolean } & (
  | { readonly op: 'channel'; readonly operand: ChannelRef }
  | { readonly op: 'channels'; readonly operand: ChannelsOperand }
  | { readonly op: 'topic'; readonly operand: string }
  | { readonly op: 'dm'; readonly operand: readonly UserRef[] }
  | { readonly op: 'dm-including'; readonly operand: UserRef; readonly groupsOnly: boolean }
  | { readonly op: 'sender'; readonly operand: UserRef }
  | { readonly op: 'mentions'; readonly operand: UserRef }
  | { readonly op: 'id'; readonly operand: number }
  | { readonly op: 'with'; readonly operand: number }
  | { readonly op: 'near'; readonly operand: number | null }
  | { readonly op: 'is'; readonly operand: IsOperand }
  | { readonly op: 'has'; readonly operand: HasOperand }
  | { readonly op: DateOperator; readonly operand: string }
  | { readonly op: 'search'; readonly operand: string }
);

export type TermOf<Op extends Term['op']> = Extract<Term, { op: Op }>;

/** A rejected narrow. `code` is the API's error code; the status is 400 for both. */
export class NarrowError extends Error {
  readonly code: 'BAD_NARROW' | 'BAD_REQUEST';
  /** The part after the colon, sent as `desc` with BAD_NARROW; undefined with BAD_REQUEST. */
  readonly desc: string | undefined;

  /** The error's key in the catalogue, which names `desc` or the whole message. */
  readonly key: 'narrow.invalid' | 'narrow.unknown-term' | 'narrow.impossible';

  constructor(message: string, desc?: string, key: NarrowError['key'] = 'narrow.invalid') {
    super(message);
    this.name = 'NarrowError';
    this.code = desc === undefined ? 'BAD_REQUEST' : 'BAD_NARROW';
    this.desc = desc;
    this.key = key;
  }
}

/** A well-formed term with an unknown operator, operand, channel or user. */
export const badTerm = (desc: string): NarrowError =>
  new NarrowError(`Invalid narrow operator: ${desc}`, desc, 'narrow.unknown-term');

/** Terms that exclude each other. */
export const badCombination = (desc: string): NarrowError =>
  new NarrowError(`Invalid narrow operator combination: ${desc}`, desc, 'narrow.impossible');
