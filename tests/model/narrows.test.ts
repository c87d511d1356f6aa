import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { onBothEngines } from '../support/engines.ts';
import {
  isReceived,
  isStarred,
  isUnread,
  isVisible,
  narrowStage,
  type Fact,
  type NarrowStage,
  type Reader,
  type Who,
} from './narrow-stage.ts';

interface Term {
  operator: string;
  operand: unknown;
  negated?: boolean;
}

/** What a term says of a message; `reaches` what one may read, and not only what one received. */
interface Row {
  term: Term;
  holds: (fact: Fact, reader: Reader) => boolean;
  reaches?: true;
  /** Asks for messages in channels, or for direct ones: both at once is refused. */
  kind?: 'channel' | 'direct';
}

const term = (operator: string, operand: unknown): Term => ({ operator, operand });
const row = (of: Term, holds: Row['holds'], more: Omit<Row, 'term' | 'holds'> = {}): Row => ({
  term: of,
  holds,
  ...more,
});

const inTopic = (topic: string) => (fact: Fact) =>
  fact.room !== null && fact.topic.toLowerCase() === topic.toLowerCase();
const isIn = (name: string) => (fact: Fact) => fact.room?.name === name;
const isDirect = ({ room }: Fact) => room === null;
const isMentioned: Row['holds'] = (fact, reader) =>
  fact.mentions.includes(reader.who) || (fact.isForAll && isReceived(fact, reader));
const isAlerted: Row['holds'] = (fact, reader) =>
  reader.who !== 'bot' && fact.text.includes('shuttle') && isReceived(fact, reader);
const inChannels = { reaches: true, kind: 'channel' } as const;
const hasPublic: Row['holds'] = ({ room }, reader) =>
  room !== null &&
  room.kind !== 'private' &&
  (reader.readsAll || room.kind === 'web-public' || room.members.includes(reader.who));

/** Every operator, in every spelling. */
function rowsFor({ ids, emails, rooms, facts }: NarrowStage): Row[] {
  const [first] = facts;
  const general = rooms.general.id;
  const between =
    (...people: Who[]) =>
    (fact: Fact, { who }: Reader) => {
      const all = new Set([...people, who]);
      return isDirect(fact) && fact.people.length === all.size && fact.people.every((one) => all.has(one));
    };
  const withDan = (fact: Fact) => isDirect(fact) && fact.people.includes('dan');
  const isFirst = ({ id }: Fact) => id === first?.id;
  const isMuted: Row['holds'] = (fact) => isIn('general')(fact) && inTopic('✔ news')(fact);
  return [
    ...['channel', 'stream'].flatMap((word) => [
      row(term(word, 'general'), isIn('general'), inChannels),
      row(term(word, general), isIn('general'), inChannels),
    ]),
    row(term('channel', 'plaza'), isIn('plaza'), inChannels),
    ...['topic', 'subject'].map((word) => row(term(word, 'PLANS'), inTopic('plans'), { kind: 'channel' })),
    row(term('topic', ''), inTopic(''), { kind: 'channel' }),
    ...['channels', 'streams'].map((word) => row(term(word, 'public'), hasPublic, inChannels)),
    row(term('channels', 'web-public'), ({ room }) => room?.kind === 'web-public', inChannels),
    row(term('channels', 'archived'), ({ room }) => room?.kind === 'archived', inChannels),
    ...['dm', 'pm-with'].map((word) => row(term(word, [ids.dan]), between('dan'), { kind: 'direct' })),
    row(term('dm', `${emails.ada},${emails.dan},${emails.eve}`), between('ada', 'dan', 'eve'), {
      kind: 'direct',
    }),
    row(term('dm-including', ids.dan), withDan, { kind: 'direct' }),
    row(term('group-pm-with', emails.dan), (fact) => withDan(fact) && fact.people.length > 2, {
      kind: 'direct',
    }),
    ...['sender', 'from'].map((word) => row(term(word, emails.dan), ({ sender }) => sender === 'dan')),
    row(term('sender', ids.bot), ({ sender }) => sender === 'bot'),
    row(term('id', first?.id), isFirst, { reaches: true }),
    ...['dm', 'private'].map((word) => row(term('is', word), isDirect, { kind: 'direct' })),
    row(term('is', 'unread'), isUnread, { reaches: true }),
    row(term('is', 'starred'), isStarred, { reaches: true }),
    row(term('is', 'mentioned'), isMentioned, { reaches: true }),
    row(term('is', 'alerted'), isAlerted, { reaches: true }),
    row(term('is', 'followed'), (fact) => isIn('general')(fact) && inTopic('plans')(fact)),
    row(term('is', 'resolved'), ({ topic }) => topic.startsWith('✔ ')),
    row(term('is', 'muted'), isMuted),
    ...['link', 'image', 'attachment', 'reaction'].map((what) =>
      row(term('has', what), ({ has }) => has.includes(what)),
    ),
    row(term('search', 'weav'), ({ text }) => text.includes('weavers')),
  ];
}

interface MatchedRow {
  row: Row;
  negated: boolean;
}

/** Linear: every message is looked at. */
function expected({ facts }: NarrowStage, reader: Reader, said: readonly MatchedRow[]): number[] {
  const reaches = said.some(({ row: { reaches: does }, negated }) => does && !negated);
  return facts
    .filter((fact) => isVisible(fact, reader) && (reaches || isReceived(fact, reader)))
    .filter((fact) => said.every(({ row: { holds }, negated }) => holds(fact, reader) !== negated))
    .map(({ id }) => id);
}

/** No message is both in a channel and direct; that it is not direct asks for channels. */
function contradicts(said: readonly MatchedRow[]): boolean {
  const isIsDm = ({ term: { operator }, kind }: Row) => operator === 'is' && kind === 'direct';
  const asks = (kind: Row['kind']) => said.some(({ row: one, negated }) => one.kind === kind && !negated);
  const deniesDirect = said.some(({ row: one, negated }) => isIsDm(one) && negated);
  return asks('direct') && (asks('channel') || deniesDirect);
}

const getTerms = (said: readonly MatchedRow[]): Term[] =>
  said.map(({ row: one, negated }) => ({ ...one.term, negated }));

async function check(stage: NarrowStage, reader: Reader, said: readonly MatchedRow[]): Promise<void> {
  const narrow = getTerms(said);
  const what = `${reader.who}: ${JSON.stringify(narrow)}`;
  const range = { anchor: 'newest', num_before: 500, num_after: 0 };
  const { status, json } = await reader.client.get('/messages', { ...range, narrow });
  if (contradicts(said)) {
    assert.equal(status, 400, what);
    return;
  }
  assert.equal(status, 200, `${what}: ${json.msg}`);
  const shown = (json.messages as { id: number }[]).map(({ id }) => id);
  assert.deepEqual(shown, expected(stage, reader, said), what);
  const msg_ids = stage.facts.map(({ id }) => id);
  const matching = await reader.client.get('/messages/matches_narrow', { msg_ids, narrow });
  const matches = Object.keys(matching.json.messages as object).map(Number);
  const all = expected(stage, reader, [...said, { row: everything, negated: false }]);
  assert.deepEqual(matches, all, `${what} of all messages`);
}

/** As when ids are given: all that one may read comes into question. */
const everything = row(term('near', 0), () => true, { reaches: true });

onBothEngines('Narrows compared with full scans', (engine) => {
  test('A narrow equals a full scan for each operator, negated or not, and for pairs', async (t) => {
    const stage = await narrowStage(t, engine);
    const rows = rowsFor(stage);
    for (const one of rows)
      assert.ok(
        stage.readers.some((reader) => expected(stage, reader, [{ row: one, negated: false }]).length > 0),
        `${JSON.stringify(one.term)} finds nothing for anyone`,
      );
    for (const reader of stage.readers)
      for (const one of rows)
        for (const negated of [false, true]) await check(stage, reader, [{ row: one, negated }]);
    const said = fc.record({ row: fc.constantFrom(...rows), negated: fc.boolean() });
    const pairs = fc.tuple(fc.constantFrom(...stage.readers), said, said);
    await fc.assert(
      fc.asyncProperty(pairs, ([reader, one, other]) => check(stage, reader, [one, other])),
      { numRuns: 150 },
    );
  });

  test('A narrow equals a full scan for anonymous users in web-public channels', async (t) => {
    const stage = await narrowStage(t, engine);
    const open: Row = row(
      term('channels', 'web-public'),
      ({ room }) => room?.kind === 'web-public',
      inChannels,
    );
    const anonymous: Reader = { who: 'bot', client: stage.world.anonymous, readsAll: false };
    const range = { anchor: 'newest', num_before: 500, num_after: 0 };
    for (const one of rowsFor(stage))
      for (const negated of [false, true]) {
        const said = [
          { row: open, negated: false },
          { row: one, negated },
        ];
        const narrow = getTerms(said);
        const { status, json } = await anonymous.client.get('/messages', { ...range, narrow });
        const { operator, operand } = one.term;
        if (contradicts(said)) {
          assert.equal(status, 400, JSON.stringify(narrow));
          continue;
        }
        const isImpersonal = operand === 'resolved' || (operand === 'muted' && negated);
        const isPersonal =
          ['dm', 'pm-with', 'dm-including', 'group-pm-with'].includes(operator) ||
          (operator === 'is' && !isImpersonal);
        if (isPersonal || (/^(?:sender|from)$/.test(operator) && typeof operand === 'string')) {
          assert.equal(status, 401, JSON.stringify(narrow));
          continue;
        }
        const isUnknown = /^(?:channel|stream)$/.test(operator) && operand !== 'plaza';
        if (isUnknown) {
          assert.equal(status, 400, JSON.stringify(narrow));
          continue;
        }
        assert.equal(status, 200, `${JSON.stringify(narrow)}: ${json.msg}`);
        const shown = (json.messages as { id: number }[]).map(({ id }) => id);
        assert.deepEqual(shown, expected(stage, anonymous, said), JSON.stringify(narrow));
      }
  });

  test('A narrow for flag changes affects the messages of a full scan', async (t) => {
    const stage = await narrowStage(t, engine);
    const [, dan] = stage.readers;
    assert.ok(dan);
    for (const one of rowsFor(stage)) {
      const said = [{ row: one, negated: false }];
      const narrow = getTerms(said);
      const params = {
        anchor: 'newest',
        num_before: 500,
        num_after: 0,
        op: 'add',
        flag: 'collapsed',
        narrow,
      };
      const { status, json } = await dan.client.post('/messages/flags/narrow', params);
      assert.equal(status, 200, `${JSON.stringify(narrow)}: ${json.msg}`);
      assert.equal(json.processed_count, expected(stage, dan, said).length, JSON.stringify(narrow));
    }
  });

  test('An event queue accepts the narrows that a message alone decides, and refuses the others', async (t) => {
    const stage = await narrowStage(t, engine);
    const known = [
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
    ];
    for (const { term: one } of rowsFor(stage)) {
      const needsMore = one.operand === 'followed' || one.operand === 'muted';
      const { status, json } = await stage.world
        .as('dan')
        .post('/register', { event_types: ['message'], fetch_event_types: [], narrow: [one] });
      const isTaken = known.includes(one.operator) && !needsMore;
      assert.equal(status, isTaken ? 200 : 400, `${JSON.stringify(one)}: ${json.msg}`);
    }
  });
});
