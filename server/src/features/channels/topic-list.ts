/**
 * The topics of one channel as JSON text in pieces, so that a change rebuilds some pieces instead of 100,000 topics.
 * A topic is found by a hash of its key, which takes less memory than the key.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Topic } from '../../../../wire/channels.ts';
import { Encoded } from '../../http/route.ts';
import { nameKey } from '../../lib/text.ts';
import { parseStored } from '../../lib/json.ts';
import { topicObject } from '../../core/channels/index.ts';

/** Topics per piece. A piece is split above twice as many, and joined with the next below a quarter. */
const pieceSize = 128;

interface TopicListPart {
  /** Hashes of the keys of its topics. */
  hashes: Uint32Array;
  /** The newest message of its last topic. */
  oldest: number;
  /** Its topics as JSON, without brackets around them. */
  bare: Buffer;
  /** The same, with a name for the empty topic. */
  named: Buffer;
}

export class TopicList {
  #pieces: TopicListPart[] = [];
  #responses: { bare?: Encoded; named?: Encoded } = {};

  /** Yields to the event loop after each piece. */
  static async of(topics: readonly Topic[]): Promise<TopicList> {
    const list = new TopicList();
    for (let from = 0; from < topics.length; from += pieceSize) {
      list.#pieces.push(getPiece(topics.slice(from, from + pieceSize)));
      await yieldToEventLoop();
    }
    return list;
  }

  /** A JSON array, most recent topic first. */
  text(allowsEmpty: boolean): Buffer[] {
    const parts = this.#pieces.flatMap(({ bare, named }) => [comma, allowsEmpty ? bare : named]);
    return [opening, ...parts.slice(1), closing];
  }

  /** The same buffer until something changes, so that it is assembled and compressed once. */
  response(allowsEmpty: boolean): Encoded {
    const isBare = allowsEmpty || this.#pieces.every(({ bare, named }) => bare === named);
    return (this.#responses[isBare ? 'bare' : 'named'] ??= new Encoded([
      Buffer.from('"topics":'),
      ...this.text(isBare),
    ]));
  }

  /** Size in memory, including both responses that may be assembled. */
  get bytes(): number {
    return 3 * this.#pieces.reduce((sum, piece) => sum + getSize(piece), 0);
  }

  /** @param changed Current topics by key; undefined for deleted ones. */
  change(changed: ReadonlyMap<string, Topic | undefined>): void {
    this.#responses = {};
    const opened = this.#without(changed);
    for (const topic of changed.values()) {
      if (!topic) continue;
      const found = this.#pieces.findIndex((piece) => piece.oldest <= topic.max_id);
      const index = found < 0 ? Math.max(this.#pieces.length - 1, 0) : found;
      const topics = opened.get(index) ?? getTopics(this.#pieces[index]);
      topics.push(topic);
      opened.set(index, topics);
    }
    this.#close(opened);
  }

  /** @returns the pieces with these topics, parsed, without the topics */
  #without(changed: ReadonlyMap<string, unknown>): Map<number, Topic[]> {
    const hashes = new Set(changed.keys().map(getHash));
    const opened = new Map<number, Topic[]>();
    for (const [index, piece] of this.#pieces.entries()) {
      if (!containsAny(piece.hashes, hashes)) continue;
      const rest = getTopics(piece).filter(({ name }) => !changed.has(nameKey(name)));
      opened.set(index, rest);
    }
    return opened;
  }

  #close(opened: ReadonlyMap<number, Topic[]>): void {
    const pieces: TopicListPart[] = [];
    const last = Math.max(this.#pieces.length - 1, 0);
    let carried: Topic[] = [];
    for (let index = 0; index <= last; index++) {
      const piece = this.#pieces[index];
      const topics = opened.get(index);
      if (piece && !topics && carried.length === 0) {
        pieces.push(piece);
        continue;
      }
      carried.push(...(topics ?? getTopics(piece)));
      if (carried.length < pieceSize / 4 && index < last) continue;
      pieces.push(...getPieces(carried));
      carried = [];
    }
    this.#pieces = pieces;
  }
}

const opening = Buffer.from('[');
const comma = Buffer.from(',');
const closing = Buffer.from(']');

function getPieces(topics: readonly Topic[]): TopicListPart[] {
  const ordered = [...topics].sort((a, b) => b.max_id - a.max_id);
  const size = ordered.length > 2 * pieceSize ? pieceSize : Math.max(ordered.length, 1);
  const pieces: TopicListPart[] = [];
  for (let from = 0; from < ordered.length; from += size)
    pieces.push(getPiece(ordered.slice(from, from + size)));
  return pieces;
}

function getPiece(topics: readonly Topic[]): TopicListPart {
  const bare = encoded(topics);
  const named = () =>
    encoded(topics.map(({ name, max_id }) => topicObject(name, max_id, { allowsEmpty: false })));
  const hasEmpty = topics.some(({ name }) => name === '');
  return {
    hashes: Uint32Array.from(topics, ({ name }) => getHash(nameKey(name))),
    oldest: topics.at(-1)?.max_id ?? 0,
    bare,
    named: hasEmpty ? named() : bare,
  };
}

const encoded = (topics: readonly Topic[]): Buffer => Buffer.from(JSON.stringify(topics).slice(1, -1));

const getTopics = (piece: TopicListPart | undefined): Topic[] =>
  piece ? parseStored<Topic[]>(`[${piece.bare.toString()}]`) : [];

const getSize = ({ hashes, bare, named }: TopicListPart): number =>
  hashes.byteLength + bare.length + (named === bare ? 0 : named.length);

function containsAny(hashes: Uint32Array, wanted: ReadonlySet<number>): boolean {
  for (const hash of hashes) if (wanted.has(hash)) return true;
  return false;
}

/** FNV-1a over UTF-16. */
function getHash(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
