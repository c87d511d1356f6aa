/** Narrows of event queues: a subset of operators that can be evaluated on a message without a query. */
import { isResolved } from '../../../../wire/topics.ts';
import { isKnownIs, parseTerm, rawTerms, shortened } from '../../lib/narrow/parse.ts';
import { NarrowError, type Term, type TermOf, type UserRef } from '../../lib/narrow/terms.ts';

/** Operators that an event queue supports. */
export type EventTerm = TermOf<'channel' | 'channels' | 'topic' | 'sender' | 'mentions' | 'is'>;

/** The fields of a message that narrows use. `flags` are the reader's, by their API names. */
export type NarrowableMessage = {
  /** null for a direct message, with `channelName` and `topic` null too. */
  readonly channelId: number | null;
  readonly channelName: string | null;
  readonly topic: string | null;
  readonly senderId: number;
  readonly senderEmail: string;
  readonly isDirect: boolean;
  readonly flags: readonly string[];
  /** Whether its channel is of this kind. */
  readonly isIn: (kind: TermOf<'channels'>['operand']) => boolean;
  /** Whether it mentions the user, by name or in a group. */
  readonly mentions: (user: UserRef) => boolean;
};

const operators = new Set<Term['op']>(['channel', 'channels', 'topic', 'sender', 'mentions', 'is']);
const spellings = new Set([
  'channel',
  'stream',
  'channels',
  'streams',
  'topic',
  'subject',
  'sender',
  'from',
  'mentions',
  'is',
]);
/** These require the reader's topic settings. */
const unsupportedIs = new Set<string>(['followed', 'muted']);

/**
 * Parses the `narrow` of an event queue; for its syntax see `parseNarrow`.
 * @throws NarrowError (BAD_REQUEST), also for unsupported operators.
 */
export function parseEventNarrow(raw: unknown): EventTerm[] {
  return rawTerms(raw).flatMap((rawTerm): EventTerm[] => {
    // COMPAT(zulip-java-client): it registers with is:stream, which restricts nothing on the existing server either.
    if (rawTerm.operator === 'is' && typeof rawTerm.operand === 'string' && !isKnownIs(rawTerm.operand))
      return [];
    const term = spellings.has(rawTerm.operator) ? parseTerm(rawTerm) : [];
    if (Array.isArray(term) || !isEventTerm(term)) {
      throw new NarrowError(`Operator ${shortened(rawTerm.operator)} not supported.`);
    }
    if (term.op === 'is' && unsupportedIs.has(term.operand)) {
      throw new NarrowError(`Operand ${term.operand} not supported.`);
    }
    return [term];
  });
}

const isEventTerm = (term: Term): term is EventTerm => operators.has(term.op);

/** Whether a message matches all terms. */
export function matchesMessage(terms: readonly EventTerm[], message: NarrowableMessage): boolean {
  return terms.every((term) => holds(term, message) !== term.negated);
}

function holds(term: EventTerm, message: NarrowableMessage): boolean {
  switch (term.op) {
    case 'channel':
      return names(term.operand, message.channelId, message.channelName);
    case 'channels':
      return message.isIn(term.operand);
    case 'mentions':
      return message.mentions(term.operand);
    case 'topic':
      return message.topic !== null && sameText(term.operand, message.topic);
    case 'sender':
      return names(term.operand, message.senderId, message.senderEmail);
    case 'is':
      return isHolds(term.operand, message);
  }
}

function isHolds(operand: TermOf<'is'>['operand'], { flags, isDirect, topic }: NarrowableMessage): boolean {
  switch (operand) {
    case 'dm':
      return isDirect;
    case 'starred':
      return flags.includes('starred');
    case 'unread':
      return !flags.includes('read');
    case 'mentioned':
      return flags.some((flag) => flag === 'mentioned' || flag.endsWith('wildcard_mentioned'));
    case 'alerted':
      return flags.includes('has_alert_word');
    case 'resolved':
      return topic !== null && isResolved(topic);
    case 'followed':
    case 'muted':
      return false;
  }
}

const names = (ref: number | string, id: number | null, text: string | null): boolean =>
  typeof ref === 'number' ? ref === id : text !== null && sameText(ref, text);

const sameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
