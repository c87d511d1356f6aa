/** Finds, for everyone at once, who is to be notified of a text because it holds a word they watch for. */

export interface AlertWordIndex {
  /** The words of one person, in the place of those before; none takes the person out. */
  set(userId: number, words: readonly string[]): void;
  /** Ids of the people whose words stand in `text`, in ascending order. */
  find(text: string): number[];
}

/** Words are kept by their tokens, so that a text costs one look-up for each of its own, however many there are. */
interface Node {
  next: Map<string, Node>;
  users: Set<number>;
}

/** Words whole, except in scripts without spaces, where every character may begin and end one. */
const token =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[[\p{L}\p{N}\p{M}_]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]]+|\s+|[^]/gv;
const address = /\bhttps?:\/\/\S+/gi;

function tokens(text: string): string[] {
  const found = text.normalize('NFC').toLowerCase().match(token) ?? [];
  return found.map((each) => (each.trim() === '' ? ' ' : each));
}

const newNode = (): Node => ({ next: new Map(), users: new Set() });

function getNode(root: Node, word: string): Node {
  let node = root;
  for (const each of tokens(word.trim())) {
    let next = node.next.get(each);
    if (!next) node.next.set(each, (next = newNode()));
    node = next;
  }
  return node;
}

/** Removes the nodes of a word that nobody watches, up to the first one that another word uses. */
function prune(root: Node, word: string): void {
  const path: [Node, string][] = [];
  let node: Node | undefined = root;
  for (const each of tokens(word.trim())) {
    path.push([node, each]);
    node = node.next.get(each);
    if (!node) return;
  }
  for (let step = path.pop(); step && node.users.size === 0 && node.next.size === 0; step = path.pop()) {
    step[0].next.delete(step[1]);
    node = step[0];
  }
}

function collect(root: Node, words: readonly string[], from: number, users: Set<number>): void {
  let node: Node | undefined = root;
  for (let i = from; node && i < words.length; i++) {
    node = node.next.get(words[i]!);
    if (node) for (const user of node.users) users.add(user);
  }
}

/** To be kept by the one who knows the words: making it costs about a microsecond a word, asking it a few for a message. */
export function newAlertWordIndex(
  wordsByUser: Iterable<readonly [number, readonly string[]]> = [],
): AlertWordIndex {
  const root = newNode();
  const getWords = new Map<number, readonly string[]>();
  const index: AlertWordIndex = {
    set(userId, words) {
      for (const word of getWords.get(userId) ?? []) {
        getNode(root, word).users.delete(userId);
        prune(root, word);
      }
      const kept = words.filter((word) => word.trim() !== '');
      if (kept.length === 0) getWords.delete(userId);
      else getWords.set(userId, kept);
      for (const word of kept) getNode(root, word).users.add(userId);
    },
    find(text) {
      if (root.next.size === 0) return [];
      const users = new Set<number>();
      const words = tokens(text.replace(address, ' '));
      for (let i = 0; i < words.length; i++) collect(root, words, i, users);
      return [...users].sort((a, b) => a - b);
    },
  };
  for (const [userId, words] of wordsByUser) index.set(userId, words);
  return index;
}

/**
 * Ids of the people whose alert words stand in `text`, in ascending order: as whole words, in any case, not in
 * addresses. Keep an index instead of a map when there are more than a few people.
 */
export function alertWordsIn(
  text: string,
  wordsByUser: AlertWordIndex | ReadonlyMap<number, readonly string[]>,
): number[] {
  return ('find' in wordsByUser ? wordsByUser : newAlertWordIndex(wordsByUser)).find(text);
}
