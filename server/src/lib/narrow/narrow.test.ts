import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { matchesMessage, parseEventNarrow, type NarrowableMessage } from '../../core/events/narrow.ts';
import { checkCombination, maxTerms, parseNarrow } from './parse.ts';
import { NarrowError } from './terms.ts';

/** Parses one term given as an object, and returns it without its negation. */
const one = (operator: string, operand: unknown) => {
  const [term] = parseNarrow([{ operator, operand }]);
  const { negated, ...rest } = term!;
  assert.equal(negated, false);
  return rest;
};

const refusal = (raw: unknown, parse: (raw: unknown) => unknown = parseNarrow) => {
  try {
    parse(raw);
  } catch (error) {
    assert(error instanceof NarrowError);
    return `${error.code}: ${error.message}`;
  }
  return assert.fail('was accepted');
};

const getRefusal = (operator: string, operand: unknown) => refusal([{ operator, operand }]);

describe('Parsing narrows', () => {
  it('An empty narrow has no terms', () => {
    assert.deepEqual(parseNarrow([]), []);
  });

  it('A narrow keeps order and negation of its terms', () => {
    const terms = parseNarrow([
      { operator: 'sender', operand: 5, negated: true },
      { operator: 'search', operand: 'cool sunglasses', negated: null },
    ]);
    assert.deepEqual(terms, [
      { op: 'sender', operand: 5, negated: true },
      { op: 'search', operand: 'cool sunglasses', negated: false },
    ]);
  });

  it('A term that is repeated, in any spelling, counts once, and its negation separately', () => {
    const terms = parseNarrow([
      { operator: 'is', operand: 'dm' },
      ...Array.from({ length: 90 }, () => ({ operator: 'is', operand: 'starred', negated: true })),
      ['is', 'private'],
      ['is', 'starred'],
    ]);
    assert.deepEqual(terms, [
      { op: 'is', operand: 'dm', negated: false },
      { op: 'is', operand: 'starred', negated: true },
      { op: 'is', operand: 'starred', negated: false },
    ]);
  });

  it('A narrow accepts pairs of strings mixed with objects', () => {
    const terms = parseNarrow([['stream', 'design'], { operator: 'subject', operand: 'Colours' }]);
    assert.deepEqual(terms, [
      { op: 'channel', operand: 'design', negated: false },
      { op: 'topic', operand: 'Colours', negated: false },
    ]);
  });

  it('A narrow accepts every legacy operator', () => {
    assert.deepEqual(one('stream', 7), { op: 'channel', operand: 7 });
    assert.deepEqual(one('streams', 'public'), { op: 'channels', operand: 'public' });
    assert.deepEqual(one('from', 'iago@example.com'), { op: 'sender', operand: 'iago@example.com' });
    assert.deepEqual(one('is', 'private'), { op: 'is', operand: 'dm' });
    for (const word of ['dm', 'pm-with', 'pm_with']) assert.equal(one(word, [1]).op, 'dm');
    for (const word of ['dm-including', 'dm-with']) {
      assert.deepEqual(one(word, 3), { op: 'dm-including', operand: 3, groupsOnly: false });
    }
    for (const word of ['group-pm-with', 'group_pm_with']) {
      assert.deepEqual(one(word, 3), { op: 'dm-including', operand: 3, groupsOnly: true });
    }
  });

  it('A narrow accepts user IDs and emails in a dm term', () => {
    assert.deepEqual(one('dm', [12, 34]).operand, [12, 34]);
    assert.deepEqual(one('dm', []).operand, []);
    assert.deepEqual(one('pm-with', 'a@example.com, b@example.com').operand, [
      'a@example.com',
      'b@example.com',
    ]);
    assert.deepEqual(one('mentions', 12), { op: 'mentions', operand: 12 });
  });

  it('A narrow accepts message IDs as numbers and digits', () => {
    for (const op of ['id', 'with', 'near']) {
      assert.equal(one(op, 12345).operand, 12345);
      assert.equal(one(op, '12345').operand, 12345);
    }
  });

  it('A narrow accepts any near operand, because it filters nothing', () => {
    assert.equal(one('near', 'here').operand, null);
  });

  it('A narrow keeps a channel named by digits as a name', () => {
    assert.equal(one('channel', '2024').operand, '2024');
  });

  it('A narrow maps the display name of the empty topic to the empty topic', () => {
    assert.equal(one('topic', 'general chat').operand, '');
    assert.equal(one('topic', '').operand, '');
    assert.equal(one('topic', 'General chat').operand, 'General chat');
  });

  it('A narrow expands the in operator', () => {
    assert.deepEqual(parseNarrow([['in', 'all']]), []);
    assert.deepEqual(parseNarrow([['in', 'home']]), [{ op: 'is', operand: 'muted', negated: true }]);
  });
});

describe('Refused narrows', () => {
  it('A narrow that is not a list of terms is refused', () => {
    for (const raw of [undefined, null, 'x', 5, {}, { operator: 'is', operand: 'dm' }]) {
      assert.equal(refusal(raw), 'BAD_REQUEST: narrow is not a list');
    }
    assert.equal(refusal(['x']), 'BAD_REQUEST: Invalid narrow[0]: Value error, dict or list required');
    const pair = 'BAD_REQUEST: Invalid narrow[0]: Value error, element is not a string pair';
    for (const raw of [[], ['is'], ['a', 'b', 'c'], ['channel', 5], [['a'], 'b']]) {
      assert.equal(refusal([raw]), pair);
    }
  });

  it('A narrow term with a missing or wrongly typed part is refused', () => {
    const [good, missing] = [['is', 'dm'], 'BAD_REQUEST: Invalid narrow[1]: Value error,'];
    assert.equal(refusal([good, { operator: 'is' }]), `${missing} operand is missing`);
    assert.equal(refusal([good, { operator: null, operand: 'x' }]), `${missing} operator is missing`);
    assert.equal(
      refusal([good, { operator: 5, operand: 'x' }]),
      'BAD_REQUEST: narrow[1]["operator"] is not a string',
    );
    assert.equal(
      refusal([{ operator: 'is', operand: 'dm', negated: 'true' }]),
      'BAD_REQUEST: narrow[0]["negated"] is not a boolean',
    );
  });

  it('A narrow with an unknown operator or operand is refused', () => {
    const start = 'BAD_NARROW: Invalid narrow operator: ';
    for (const operator of ['', 'foo', '__proto__', 'constructor', 'Channel']) {
      assert.equal(getRefusal(operator, 'x'), `${start}unknown operator ${operator}`);
    }
    assert.equal(getRefusal('is', 'toString'), `${start}unknown 'is' operand toString`);
    assert.equal(getRefusal('has', 'emoji'), `${start}unknown 'has' operand emoji`);
    assert.equal(getRefusal('channels', 'all'), `${start}unknown channels operand all`);
    assert.equal(getRefusal('in', 'there'), `${start}unknown 'in' operand there`);
    assert.equal(getRefusal('id', 'x'), `${start}Invalid message ID`);
    assert.equal(getRefusal('id', -1), `${start}Invalid message ID`);
    assert.equal(getRefusal('id', '9'.repeat(17)), `${start}Invalid message ID`);
    assert.equal(getRefusal('with', ''), `${start}Invalid 'with' operator`);
  });

  it('A narrow operand of the wrong type is refused', () => {
    for (const operand of [[], {}, 1.5, true, 2 ** 53]) {
      assert.equal(getRefusal('channel', operand), 'BAD_REQUEST: operand is not a string or integer');
    }
    assert.equal(getRefusal('topic', 5), 'BAD_REQUEST: operand is not a string');
    assert.equal(getRefusal('dm', 5), 'BAD_REQUEST: operand is not a string or an integer list');
    assert.equal(getRefusal('dm', [1, 'x']), 'BAD_REQUEST: operand[1] is not an integer');
    for (const operand of ['', '  ']) {
      assert.equal(getRefusal('search', operand), 'BAD_REQUEST: operand cannot be blank.');
    }
  });

  it('A narrow with both a channel and a direct message is refused', () => {
    const message =
      'BAD_NARROW: Invalid narrow operator: No message can be both a channel message and direct message';
    const dm = { operator: 'dm', operand: [5] };
    const notDm = { operator: 'is', operand: 'dm', negated: true };
    assert.equal(refusal([dm, ['topic', 'x']]), message);
    assert.equal(
      refusal([
        ['channels', 'public'],
        ['is', 'dm'],
      ]),
      message,
    );
    assert.equal(refusal([dm, notDm]), message);
    assert.equal(parseNarrow([notDm, ['channel', 'x']]).length, 2);
    assert.equal(parseNarrow([dm, { operator: 'channel', operand: 1, negated: true }]).length, 2);
  });

  it('A narrow with two with terms is refused', () => {
    assert.equal(
      refusal([
        ['with', '1'],
        ['with', '2'],
      ]),
      "BAD_NARROW: Invalid narrow operator combination: Duplicate 'with' operators.",
    );
  });

  it('A narrow with a with term is checked for contradictions only later', () => {
    const terms = parseNarrow([
      ['with', '1'],
      ['channel', 'x'],
      ['is', 'dm'],
    ]);
    assert.throws(() => checkCombination(terms), NarrowError);
  });

  it('A narrow larger than any real one is refused', () => {
    const topics = Array.from({ length: maxTerms }, (_, i) => ['topic', `t${i}`]);
    assert.equal(parseNarrow(topics).length, maxTerms);
    refusal([...topics, ['is', 'unread']]);
    refusal(Array(maxTerms + 1).fill(['is', 'unread']));
    getRefusal('search', 'x'.repeat(1001));
    getRefusal('dm', 'x'.repeat(10_001));
    getRefusal('dm', ','.repeat(1000));
    getRefusal('dm', Array(1001).fill(1));
    assert(getRefusal('x'.repeat(1_000_000), '').length < 200);
    assert(refusal([['x'.repeat(1_000_000), '']], parseEventNarrow).length < 200);
  });

  it('A malformed narrow never crashes the parser', () => {
    const word = fc.constantFrom('channel', 'dm', 'is', 'id', 'with', 'search', 'in', '__proto__');
    const term = fc.record({ operator: fc.oneof(word, fc.anything()), operand: fc.jsonValue() });
    const anything = fc.oneof(fc.array(term), fc.array(fc.tuple(word, fc.string())), fc.jsonValue());
    fc.assert(
      fc.property(anything, (raw) => {
        for (const parse of [parseNarrow, parseEventNarrow]) {
          try {
            parse(raw);
          } catch (error) {
            assert(error instanceof NarrowError);
          }
        }
      }),
    );
  });

  it('An endlessly nested narrow operand is refused immediately', () => {
    const deep = JSON.parse('['.repeat(5000) + ']'.repeat(5000)) as unknown;
    getRefusal('dm', deep);
    refusal(deep);
  });
});

describe('Narrows of event queues', () => {
  const inChannel: NarrowableMessage = {
    channelId: 7,
    channelName: 'Design',
    topic: '✔ Colours',
    senderId: 5,
    senderEmail: 'Iago@example.com',
    isDirect: false,
    flags: ['read', 'stream_wildcard_mentioned'],
    isIn: (kind) => kind === 'public',
    mentions: (user) => user === 5,
  };
  const direct: NarrowableMessage = {
    ...inChannel,
    channelId: null,
    channelName: null,
    topic: null,
    isDirect: true,
    flags: ['starred', 'has_alert_word'],
    isIn: () => false,
    mentions: () => false,
  };
  /** Which of the two messages a narrow lets through. */
  const lets = (...raw: unknown[]) => {
    const terms = parseEventNarrow(raw);
    return [matchesMessage(terms, inChannel), matchesMessage(terms, direct)];
  };

  it('An empty queue narrow matches every message', () => {
    assert.deepEqual(lets(), [true, true]);
  });

  it('A queue narrow matches channels by ID, and by name in any case', () => {
    assert.deepEqual(lets(['stream', 'design']), [true, false]);
    assert.deepEqual(lets({ operator: 'channel', operand: 7 }), [true, false]);
    assert.deepEqual(lets(['channel', 'desig']), [false, false]);
    assert.deepEqual(lets(['channel', '7']), [false, false]);
  });

  it('A queue narrow matches topics in any case, and no topic of a direct message', () => {
    assert.deepEqual(lets(['topic', '✔ colours']), [true, false]);
    assert.deepEqual(lets(['topic', 'Colours']), [false, false]);
    assert.deepEqual(lets(['topic', '']), [false, false]);
  });

  it('A queue narrow matches senders by ID, and by email in any case', () => {
    assert.deepEqual(lets(['sender', 'iago@EXAMPLE.com']), [true, true]);
    assert.deepEqual(lets({ operator: 'from', operand: 5 }), [true, true]);
    assert.deepEqual(lets(['sender', 'aaron@example.com']), [false, false]);
  });

  it('A queue narrow matches flags of the reader', () => {
    assert.deepEqual(lets(['is', 'private']), [false, true]);
    assert.deepEqual(lets(['is', 'dm']), [false, true]);
    assert.deepEqual(lets(['is', 'starred']), [false, true]);
    assert.deepEqual(lets(['is', 'unread']), [false, true]);
    assert.deepEqual(lets(['is', 'mentioned']), [true, false]);
    assert.deepEqual(lets(['is', 'alerted']), [false, true]);
    assert.deepEqual(lets(['is', 'resolved']), [true, false]);
  });

  it('A queue narrow matches kinds of channels, and mentions of a user', () => {
    assert.deepEqual(lets(['channels', 'public']), [true, false]);
    assert.deepEqual(lets(['channels', 'archived']), [false, false]);
    assert.deepEqual(lets({ operator: 'channels', operand: 'archived', negated: true }), [true, true]);
    assert.deepEqual(lets({ operator: 'mentions', operand: 5 }), [true, false]);
    assert.deepEqual(lets({ operator: 'mentions', operand: 6 }), [false, false]);
  });

  it('A queue narrow requires all terms to match', () => {
    assert.deepEqual(lets(['sender', 'iago@example.com'], ['is', 'dm']), [false, true]);
    assert.deepEqual(lets({ operator: 'is', operand: 'dm', negated: true }), [true, false]);
  });

  it('An unknown operand of is restricts no queue, negated or not', () => {
    assert.deepEqual(parseEventNarrow([['is', 'stream']]), []);
    assert.deepEqual(parseEventNarrow([{ operator: 'is', operand: 'stream', negated: true }]), []);
    assert.match(refusal([['is', 7]], parseEventNarrow), /^BAD_REQUEST/);
  });

  it('A queue narrow that cannot be decided per message is refused', () => {
    for (const operator of ['dm', 'search', 'id', 'in', 'nonsense', '']) {
      assert.equal(
        refusal([[operator, 'x']], parseEventNarrow),
        `BAD_REQUEST: Operator ${operator} not supported.`,
      );
    }
    for (const operand of ['followed', 'muted']) {
      assert.equal(
        refusal([['is', operand]], parseEventNarrow),
        `BAD_REQUEST: Operand ${operand} not supported.`,
      );
    }
  });
});
