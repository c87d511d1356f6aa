import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../../tests/support/checks/any-text.ts';
import { searchLine, tsVector } from './line.ts';
import { fts5Query, searchQuery, tsQuery } from './query.ts';
import { searchText } from './text.ts';

const indexed: [string, string][] = [
  ['', ''],
  ['Hello, World!', 'hello world'],
  ['  **bold** _x_  ', 'bold x'],
  ['foo_bar foo-bar foo.bar', 'foo bar foo bar foo bar'],
  ["don't don’t", 'don t don t'],
  ['line one\nline\ttwo', 'line one line two'],
  ['v1.25 #42 3rd', 'v1 25 42 3rd'],
  ['https://example.com/a?b=1', 'https example com a b 1'],
  ['@**Ada Quill|12** :thumbs_up: 👍', 'ada quill 12 thumbs up'],
  ['Žluťoučký KŮŇ', 'zlutoucky kun'],
  ['Z\u030cluty', 'zluty'],
  ['Straße Łódź Øre Þór Æsir', 'strasse lodz ore thor aesir'],
  ['İstanbul ısı', 'istanbul isi'],
  ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
  ['Ёлка', 'елка'],
  ['ﬁne ½ ² ① Ⅳ ＡＢＣ', 'fine 1 2 2 1 iv abc'],
  ['你好吗', '你好 好吗 吗'],
  ['我', '我'],
  ['你好，世界', '你好 好 世界 界'],
  ['iPhone手机abc', 'iphone 手机 机 abc'],
  ['ガラス', 'ガラ ラス ス'],
  ['ｶﾞﾗｽ', 'ガラ ラス ス'],
  ['か が', 'か が'],
  ['コーヒー', 'コー ーヒ ヒー ー'],
  ['한국어 검색', '한국 국어 어 검색 색'],
  ['ไทย', 'ไท ทย ย'],
  ['𠮷野家', '𠮷野 野家 家'],
  ['x'.repeat(70), 'x'.repeat(64)],
  [`é ${'я'.repeat(70)}`, `e ${'я'.repeat(64)}`],
  ['\ud83d broken \udc00', 'broken'],
];

describe('Words of a message', () => {
  for (const [source, words] of indexed) {
    test(JSON.stringify(source.slice(0, 40)), () => {
      assert.equal(searchText(source), words);
    });
  }

  test('The words of a message are letters and digits separated by single spaces, and stable', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 60 }), (source) => {
        const words = searchText(source);
        assert.match(words, /^(?:[\p{L}\p{N}\u3099\u309a]+(?: [\p{L}\p{N}\u3099\u309a]+)*)?$/u);
        assert.equal(words, words.normalize('NFC'));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('Search queries', () => {
  test('Search words are prefixes, and quoted words are exact and adjacent', () => {
    assert.deepEqual(searchQuery('Foo "Bar  baz"').wanted, [
      { words: ['foo'], prefix: true },
      { words: ['bar', 'baz'], prefix: false },
    ]);
  });

  test('A search word with punctuation is a phrase', () => {
    assert.deepEqual(searchQuery("foo_bar don't").wanted, [
      { words: ['foo', 'bar'], prefix: true },
      { words: ['don', 't'], prefix: true },
    ]);
  });

  test('One Chinese character is searched as a prefix, and more as pairs', () => {
    assert.deepEqual(searchQuery('好 好吗 "好"').wanted, [
      { words: ['好'], prefix: true },
      { words: ['好吗'], prefix: true },
      { words: ['好'], prefix: true },
    ]);
    assert.deepEqual(searchQuery('手机abc').wanted, [{ words: ['手机', '机', 'abc'], prefix: true }]);
  });

  test('A search for punctuation only is empty', () => {
    assert.deepEqual(searchQuery(' ... "" "  " → * - --'), { wanted: [], unwanted: [] });
  });

  test('An unclosed quote extends to the end of the search', () => {
    assert.deepEqual(searchQuery('"foo bar').wanted, [{ words: ['foo', 'bar'], prefix: false }]);
  });

  test('A search is limited in length', () => {
    assert.equal(
      searchQuery('a -b '.repeat(1000)).wanted.length + searchQuery('a -b '.repeat(1000)).unwanted.length,
      32,
    );
    assert.equal(searchQuery(`"${'a '.repeat(1000)}"`).wanted[0]?.words.length, 64);
  });

  test('A dash before a search word excludes messages, and one within a word does not', () => {
    const { wanted, unwanted } = searchQuery('tea -milk -"two sugars" x-y --flag a - b');
    assert.deepEqual(
      wanted.map(({ words }) => words.join(' ')),
      ['tea', 'x y', 'flag', 'a', 'b'],
    );
    assert.deepEqual(unwanted, [
      { words: ['milk'], prefix: true },
      { words: ['two', 'sugars'], prefix: false },
    ]);
  });

  test('A search is compiled for both databases', () => {
    const terms = searchQuery('foo "bar baz" 好');
    assert.equal(fts5Query(terms), '"foo" * AND "bar baz" AND "好" *');
    assert.equal(tsQuery(terms), '(foo:*) & (bar <-> baz) & (好:*)');
    assert.equal(tsVector(searchText('Foo bar foo')), "'foo':1 'bar':2 'foo':3");
    const mixed = searchQuery('foo -"bar baz"');
    const within = { places: [{ channelId: 1 }, { directId: 2 }], senderId: 3 };
    assert.equal(fts5Query(mixed, within), '("foo" * AND (":c1" OR ":d2") AND ":s3") NOT ("bar baz")');
    assert.equal(tsQuery(mixed, within), "(foo:*) & !(bar <-> baz) & (':c1' | ':d2') & ':s3'");
    const endings = (word: string) => (word === 'foo' ? ['foo', 'fool'] : undefined);
    assert.equal(
      fts5Query(searchQuery('foo "foo" x-foo'), {}, endings),
      '("foo" OR "fool") AND "foo" AND ("x foo" OR "x fool")',
    );
    assert.equal(tsVector(''), '');
  });
});

/** Finds the texts that match, through the index of SQLite. */
function matches(texts: string[], typed: string): string[] {
  const db = new DatabaseSync(':memory:');
  db.exec(`CREATE VIRTUAL TABLE t USING fts5(words, tokenize = "unicode61 remove_diacritics 0")`);
  const insert = db.prepare('INSERT INTO t (rowid, words) VALUES (?, ?)');
  texts.forEach((text, i) => insert.run(i, searchText(text)));
  const rows =
    searchQuery(typed).wanted.length === 0
      ? []
      : db.prepare('SELECT rowid FROM t WHERE t MATCH ? ORDER BY rowid').all(fts5Query(searchQuery(typed)));
  db.close();
  return rows.map((row) => texts[Number(row.rowid)] ?? '');
}

test('The recipient and sender words of a message cannot be typed by users', () => {
  const message = {
    senderId: 7,
    topic: 'Big Tea',
    content: '*Red*: c1',
    rendered: '<p><em>Red</em>: c1</p>',
  };
  assert.equal(searchLine({ place: { channelId: 1 }, ...message }), ':c1 :s7 big tea : red c1');
  assert.equal(searchLine({ place: { directId: 2 }, ...message, topic: '' }), ':d2 :s7 : red c1');
});

describe('Index lookups', () => {
  const texts = [
    'Weaving on the big loom',
    '你好吗，朋友',
    'Der Webstuhl für Žofie',
    '手机坏了 phone',
    'OR AND "quoted" near',
  ];
  const found: [string, string[]][] = [
    ['weav', ['Weaving on the big loom']],
    ['eaving', []],
    ['big loo', ['Weaving on the big loom']],
    ['"big loo"', []],
    ['"big loom"', ['Weaving on the big loom']],
    ['"loom big"', []],
    ['你', ['你好吗，朋友']],
    ['吗', ['你好吗，朋友']],
    ['好吗', ['你好吗，朋友']],
    ['你吗', []],
    ['吗，朋', ['你好吗，朋友']],
    ['zofie FUR', ['Der Webstuhl für Žofie']],
    ['了 ph', ['手机坏了 phone']],
    ['or and near', ['OR AND "quoted" near']],
    ['quoted*', ['OR AND "quoted" near']],
  ];
  for (const [typed, expected] of found) {
    test(typed, () => assert.deepEqual(matches(texts, typed), expected));
  }

  test('Every substring run of a text finds the text in the index', () => {
    const character = fc.constantFrom(...Array.from('abÄß1你好吗らがｶ한국 _.-’'));
    fc.assert(
      fc.property(fc.array(character, { minLength: 1, maxLength: 15 }), fc.nat(14), (characters, from) => {
        const text = characters.join('');
        const wordStart = text.slice(0, from).search(/[abÄß1]*$/);
        const typed = text.slice(wordStart);
        const { wanted, unwanted } = searchQuery(typed);
        if (wanted.length > 0 && unwanted.length === 0) assert.deepEqual(matches([text], typed), [text]);
      }),
      { numRuns: 300 },
    );
  });
});
