/** Compares what two servers say of the same organization, whose IDs on one are greater by an amount for each table. */
import assert from 'node:assert/strict';

/** Names whose numbers are IDs. */
const idName = /(?:^|_)ids?$|^(?:sender|direct_members|direct_subgroups|members|operand)$/;
/** IDs of what there is once, and numbers that are named so. */
const otherName =
  /^(?:realm_|queue_id|last_event_id|event_queue|update_id|presence_last_update_id|max_message_id)|^id$/;

interface Comparison {
  /** How much greater an ID may be. */
  offsets: ReadonlySet<number>;
  /** Left out, since it differs by nature. */
  skip: ReadonlySet<string>;
}

export function assertSameButIds(
  actual: unknown,
  expected: unknown,
  comparison: Comparison,
  path: readonly string[] = [],
): void {
  const place = path.join('.');
  if (typeof expected === 'number') {
    assertNumber(actual, expected, comparison, path);
  } else if (typeof expected === 'string') {
    assertText(actual, expected, comparison, place);
  } else if (typeof expected !== 'object' || expected === null) {
    assert.equal(actual, expected, place);
  } else {
    assert.ok(typeof actual === 'object' && actual !== null, place);
    assertObject(actual, expected, comparison, path);
  }
}

function assertNumber(
  actual: unknown,
  expected: number,
  { offsets }: Comparison,
  path: readonly string[],
): void {
  const place = path.join('.');
  assert.equal(typeof actual, 'number', place);
  const difference = (actual as number) - expected;
  const name = path.findLast((part) => !/^\d+$/.test(part)) ?? '';
  if (offsets.size > 0 && idName.test(name) && !otherName.test(name) && expected > 0)
    assert.ok(difference > 0 && offsets.has(difference), `${place}: ${String(actual)} for ${expected}`);
  else
    assert.ok(
      difference === 0 || offsets.has(difference),
      `${place}: ${String(actual)} instead of ${expected}`,
    );
}

/** Numbers inside of texts are IDs or the same. */
function assertText(actual: unknown, expected: string, { offsets }: Comparison, place: string): void {
  assert.equal(typeof actual, 'string', place);
  const split = (text: string) => text.split(/(\d+)/);
  const [found, wanted] = [split(actual as string), split(expected)];
  const isSame = (part: string, i: number) =>
    part === wanted[i] || (i % 2 === 1 && offsets.has(Number(part) - Number(wanted[i])));
  assert.ok(
    found.length === wanted.length && found.every(isSame),
    `${place}: ${String(actual).slice(0, 500)} instead of ${expected.slice(0, 500)}`,
  );
}

function assertObject(
  actual: object,
  expected: object,
  comparison: Comparison,
  path: readonly string[],
): void {
  const entries = (value: object) =>
    Object.entries(value as Record<string, unknown>).filter(([name]) => !comparison.skip.has(name));
  const [found, wanted] = [entries(actual), entries(expected)];
  assert.deepEqual(found.length, wanted.length, `${path.join('.')}: ${JSON.stringify(actual).slice(0, 300)}`);
  const isKeyed = wanted.every(([name]) => /^\d+$/.test(name));
  for (const [i, [name, value]] of wanted.entries()) {
    const pair = isKeyed ? found[i] : found.find(([other]) => other === name);
    assert.ok(pair, `${[...path, name].join('.')} is missing`);
    if (isKeyed) assertText(pair[0], name, comparison, path.join('.'));
    assertSameButIds(pair[1], value, comparison, [...path, name]);
  }
}
