/**
 * The writer on PostgreSQL against a model: two nodes write to the same organizations, in thousands of orders in which their
 * statements may run, while actions fail and sessions are lost. docs/postgresql-writes.md says what has to hold then.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Tx } from '../../server/src/core/log/tx.ts';
import type { Row } from '../../server/src/db/connection.ts';
import { messageTable } from '../../server/src/db/schema/bulk-tables.ts';
import { ApiError, apiError } from '../../server/src/lib/errors.ts';
import { errorMessage } from '../../server/src/lib/thrown.ts';
import { StorageFault } from '../../server/src/lib/storage/faults.ts';
import {
  FailedStatement,
  FailedTransaction,
  failing,
  FakePostgres,
  type Loss,
  visibleMessages,
  type BeforeStatement,
} from './fake-postgres.ts';
import { WriteNode } from './write-node.ts';

const orgIds = [1, 2];
const runs = Number(process.env.HEDDLE_TEST_WRITE_SCHEDULES ?? 3000);

const steps = ['message', 'read', 'wait', 'refuse', 'overlook', 'overlook-peek'] as const;

interface Act {
  orgId: number;
  /** Sends share a transaction with those to other organizations; anything else has one for its organization. */
  isSend: boolean;
  steps: readonly (typeof steps)[number][];
  /** Turns of the event loop before it. */
  after: number;
}

/** A program that writes through one node, one act after the other. */
interface Client {
  node: number;
  acts: Act[];
}

interface Schedule {
  isShared: boolean;
  clients: Client[];
  /** How many turns of the event loop each statement takes, over and over. */
  turns: number[];
  /** Which statements of all lose their session, before they run or with their response on its way. */
  losses: { at: number; when: Loss }[];
  /** When a node applies what others have committed without writing itself, in turns of the event loop. */
  catchUps: { node: number; orgId: number; after: number }[];
}

const orgId = fc.constantFrom(...orgIds);

const makeSend = (...does: Act['steps']): fc.Arbitrary<Act> =>
  fc.record({ orgId, isSend: fc.constant(true), steps: fc.constant(does), after: fc.nat(3) });

/** Most are plain sends, as on a real server: only after several of them a node presumes that no other one has written. */
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: makeSend('message') },
  { weight: 1, arbitrary: makeSend('message', 'refuse') },
  {
    weight: 2,
    arbitrary: fc.record({
      orgId,
      isSend: fc.boolean(),
      steps: fc.array(fc.constantFrom(...steps), { maxLength: 4 }),
      after: fc.nat(20),
    }),
  },
);

const schedules: fc.Arbitrary<Schedule> = fc.record({
  isShared: fc.boolean(),
  clients: fc.array(fc.record({ node: fc.nat(1), acts: fc.array(act, { minLength: 1, maxLength: 10 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
  turns: fc.array(fc.nat(4), { minLength: 1, maxLength: 12 }),
  losses: fc.oneof(
    { weight: 2, arbitrary: fc.constant<Schedule['losses']>([]) },
    {
      weight: 1,
      arbitrary: fc.array(fc.record({ at: fc.nat(80), when: fc.constantFrom('before', 'after') }), {
        minLength: 1,
        maxLength: 2,
      }),
    },
  ),
  catchUps: fc.array(fc.record({ node: fc.nat(1), orgId, after: fc.nat(60) }), { maxLength: 4 }),
});

const pass = async (turns: number): Promise<void> => {
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
};

/** The messages of one act, in the order in which it stored them. */
interface Outcome {
  act: Act;
  contents: string[];
  /** How many entries the log had before it, and how many when it was refused. */
  committedBefore: number;
  refusedAt: number | undefined;
  error: unknown;
}

class Play {
  readonly server = new FakePostgres(orgIds);
  readonly nodes: WriteNode[];
  readonly refused = new Set<string>();
  readonly #schedule: Schedule;
  #statements = 0;

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
    const count = schedule.isShared ? 2 : 1;
    this.nodes = Array.from({ length: count }, () => new WriteNode(this.server, this.#before, schedule));
  }

  readonly #before: BeforeStatement = async () => {
    const at = this.#statements++;
    const { turns, losses } = this.#schedule;
    await pass(turns[at % turns.length] ?? 0);
    return losses.find((loss) => loss.at === at)?.when;
  };

  async run(): Promise<Outcome[]> {
    const caught = this.#schedule.catchUps.map(async ({ node, orgId, after }) => {
      await pass(after);
      await this.#node(node).catchUp(orgId);
    });
    const outcomes = await Promise.all(
      this.#schedule.clients.map((client, at) => this.#runClient(client, at)),
    );
    await Promise.all(caught);
    await Promise.all(this.nodes.map(({ writer }) => writer.drain()));
    return outcomes.flat();
  }

  #node(at: number): WriteNode {
    return this.nodes[at % this.nodes.length] ?? assert.fail();
  }

  async #runClient({ node, acts }: Client, at: number): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const [i, one] of acts.entries())
      outcomes.push(await this.#write(this.#node(node), one, `${at}.${i}`));
    return outcomes;
  }

  async #write({ writer }: WriteNode, act: Act, name: string): Promise<Outcome> {
    await pass(act.after);
    const committedBefore = getLog(this.server, act.orgId).length;
    const outcome: Outcome = { act, contents: [], committedBefore, refusedAt: undefined, error: undefined };
    const needs = act.isSend ? { messages: act.steps.filter((step) => step === 'message').length } : {};
    try {
      await writer.write(act.orgId, 'system', (tx) => this.#perform(tx, outcome, name), needs);
    } catch (error) {
      outcome.error = error;
    }
    return outcome;
  }

  /** May be called several times, if its transaction has to begin again. */
  async #perform(tx: Tx, outcome: Outcome, name: string): Promise<void> {
    for (const content of outcome.contents) this.refused.delete(content);
    outcome.contents = [];
    for (const [i, step] of outcome.act.steps.entries())
      if (step === 'message') await this.#addMessage(tx, outcome, `${name}.${i}`);
      else if (step === 'read') await this.#read(tx, outcome);
      else if (step === 'wait') await pass(2);
      else if (step === 'overlook') await overlook(tx.connection.query(failing, []));
      else if (step === 'overlook-peek') await overlook(tx.connection.gathering?.peek(failing, []));
      else {
        outcome.refusedAt = tx.position - outcome.contents.length;
        for (const content of outcome.contents) this.refused.add(content);
        throw apiError('parameters.invalid', { complaint: 'refused' });
      }
  }

  async #addMessage(tx: Tx, outcome: Outcome, content: string): Promise<void> {
    const id = (await tx.connection.gathering?.nextMessageId()) ?? assert.fail();
    const row = { id, org_id: tx.orgId, content } as Readonly<Record<string, number | string>>;
    await tx.add(
      messageTable,
      Object.keys(messageTable.columns).map((name) => row[name] ?? null),
    );
    tx.emit({ type: 'realm', op: 'update', property: 'name', value: content }, { everyone: true });
    outcome.contents.push(content);
  }

  /** An action sees all messages that the log has up to its position, its own included, and no other. */
  async #read(tx: Tx, { contents }: Outcome): Promise<void> {
    const rows = await tx.connection.query(visibleMessages, [tx.orgId]);
    const seen = rows.map(({ content }) => String(content));
    assert.equal(seen.length, tx.position, 'as many messages as events');
    assert.ok(
      contents.every((content) => seen.includes(content)),
      'its own messages',
    );
    assert.ok(!seen.some((content) => this.refused.has(content)), 'no message of an action that was refused');
  }
}

interface Logged {
  position: number;
  content: string;
}

function getLog({ committed }: FakePostgres, orgId: number): Logged[] {
  return committed.log
    .filter((row) => row.org_id === orgId)
    .map((row) => ({
      position: Number(row.position),
      content: (JSON.parse(String(row.payload)) as { value: string }).value,
    }))
    .sort((a, b) => a.position - b.position);
}

async function overlook(statement: Promise<unknown> | Row[] | undefined): Promise<void> {
  try {
    await statement;
  } catch {
    // As code does that regards a failed statement as an answer. In a transaction it is not.
  }
}

/** @throws what no write may end with */
function getEnd({ error }: Outcome): 'acknowledged' | 'refused' | 'failed' | 'lost' {
  if (error === undefined) return 'acknowledged';
  if (error instanceof StorageFault) return 'lost';
  if (error instanceof ApiError) return 'refused';
  if (error instanceof FailedTransaction || error instanceof FailedStatement) return 'failed';
  return assert.fail(errorMessage(error));
}

/** What is promised of each organization, whatever has happened. */
function checkStored(server: FakePostgres, outcomes: readonly Outcome[]): void {
  for (const orgId of orgIds) {
    const log = getLog(server, orgId);
    assert.deepEqual(
      log.map(({ position }) => position),
      log.map((_, at) => at + 1),
      'the log has no gap',
    );
    const messages = server.committed.messages.filter((message) => message.orgId === orgId);
    const inOrder = [...messages].sort((a, b) => a.id - b.id).map(({ content }) => content);
    assert.deepEqual(
      inOrder,
      log.map(({ content }) => content),
      'ids of messages grow in the order of the log',
    );
    for (const outcome of outcomes.filter(({ act }) => act.orgId === orgId)) {
      const { contents, committedBefore, refusedAt } = outcome;
      const stored = contents.filter((content) => inOrder.includes(content));
      const end = getEnd(outcome);
      if (end === 'acknowledged') assert.deepEqual(stored, contents, 'what is acknowledged is stored');
      else if (end !== 'lost') assert.deepEqual(stored, [], 'what is refused or fails is not stored');
      else assert.ok(stored.length === 0 || stored.length === contents.length, 'all or nothing is stored');
      if (end === 'refused')
        assert.ok((refusedAt ?? 0) >= committedBefore, 'nothing is refused for a state that is past');
    }
  }
}

test('Whatever the order of statements, acknowledged writes are stored once, in order, and refused ones are not', async (t) => {
  const ends = { acknowledged: 0, refused: 0, failed: 0, lost: 0 };
  const holds = fc.asyncProperty(schedules, async (schedule) => {
    const play = new Play(schedule);
    const outcomes = await play.run();
    for (const outcome of outcomes) ends[getEnd(outcome)]++;
    checkStored(play.server, outcomes);
    assert.equal(play.server.locks.size, 0, 'no lock is left');
    assert.ok(play.nodes.every(({ session }) => session.isIdle));
  });
  await fc.assert(holds, { numRuns: runs });
  t.diagnostic(
    `${ends.acknowledged} writes acknowledged, ${ends.refused} refused, ${ends.lost} lost with their session`,
  );
  assert.ok(
    ends.acknowledged > runs && ends.refused > runs / 10 && ends.lost > runs / 10,
    'hardly anything happened',
  );
});
