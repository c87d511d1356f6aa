/** Finds all users whose alert words occur in a text. */

export interface AlertWordIndex {
  /** Replaces a user's words; none removes the user. */
  set(userId: number, words: readonly string[]): void;
  /** Ids of the users whose words occur in `text` as whole words outside URLs, in either case, ascending. */
  find(text: string): number[];
}

/** A trie of tokens, so that a search costs one look-up per token of the text, however many words there are. */
interface Node {
  next: Map<string, Node>;
  users: Set<number>;
}

/** Whole words, except in scripts without spaces, where any character may start and end one. */
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
    node = node.next.get(words[i] ?? '');
    if (node) for (const user of node.users) users.add(user);
  }
}

/** Long-lived: creating it takes about a microsecond per word, a search a few per message. */
export function newAlertWordIndex(
  wordsByUser: Iterable<readonly [number, readonly string[]]> = [],
): AlertWordIndex {
  const root = newNode();
  const wordsByUserId = new Map<number, readonly string[]>();
  const index: AlertWordIndex = {
    set(userId, words) {
      for (const word of wordsByUserId.get(userId) ?? []) {
        getNode(root, word).users.delete(userId);
        prune(root, word);
      }
      const kept = words.filter((word) => word.trim() !== '');
      if (kept.length === 0) wordsByUserId.delete(userId);
      else wordsByUserId.set(userId, kept);
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
