/** Everyone of the cast, and Otto, who is in no channel, watching what happens. */
import type { Event } from '../../wire/events.ts';
import { addPerson } from '../support/change.ts';
import { assertCacheIsCurrent } from '../support/checks/cache.ts';
import type { Account, Params } from '../support/client.ts';
import { names, type Name, type World } from '../support/world.ts';
import { assertLaw, readEvents, holdsWith, isChanged, getKind, watch, type Watch } from './law.ts';

export type Observer = Name | 'otto';
export const observers: readonly Observer[] = [...names, 'otto'];

/** What an act came to. */
export interface Outcome {
  /** Whose state it changed. */
  changed: Observer[];
  /** Whose queues it ended. */
  ended: Observer[];
  /** The kinds of all events that were delivered. */
  kinds: Set<string>;
  /** The kinds of those without which the law would not have held for anyone who got them, when that is first seen. */
  needed: Set<string>;
}

export class Audience {
  readonly #world: World;
  readonly #otto: Account;
  readonly #params: Params;
  readonly #needed = new Set<string>();
  /** What each registered with last, while nothing has happened since that nobody is notified of. */
  readonly #latest = new Map<Observer, Watch>();
  readonly #first = new Map<Observer, Watch>();
  readonly #received = new Map<Observer, Event[]>();

  private constructor(world: World, otto: Account, params: Params) {
    this.#world = world;
    this.#otto = otto;
    this.#params = params;
  }

  static async create(world: World, params: Params = {}): Promise<Audience> {
    return new Audience(world, await addPerson(world, 'otto'), params);
  }

  /** What follows is not to be led to by events alone from what was seen before. */
  reset(): void {
    this.#latest.clear();
    this.#first.clear();
  }

  #watch(who: Observer): Promise<Watch> {
    return watch(this.#world.as(who === 'otto' ? this.#otto : who), this.#params);
  }

  /** A deactivated person has no queue. */
  async #isActive(who: Observer): Promise<boolean> {
    const { app, orgId, people } = this.#world;
    const { users } = await app.organizations.cache(orgId);
    return users.get(who === 'otto' ? this.#otto.id : people[who].id)?.isActive === true;
  }

  /** Performs an act, and checks everyone's events of it against the law. */
  async observe(act: () => Promise<unknown>): Promise<Outcome> {
    const before = new Map<Observer, Watch>();
    for (const who of observers)
      if (await this.#isActive(who)) before.set(who, this.#latest.get(who) ?? (await this.#watch(who)));
    this.#latest.clear();
    await act();
    const outcome: Outcome = { changed: [], ended: [], kinds: new Set(), needed: new Set() };
    const broken: unknown[] = [];
    for (const [who, earlier] of before)
      await this.#check(who, earlier, outcome).catch((error: unknown) => broken.push(error));
    if (broken.length > 0) throw broken[0];
    await assertCacheIsCurrent(this.#world);
    return outcome;
  }

  async #check(who: Observer, earlier: Watch, outcome: Outcome): Promise<void> {
    if (!(await this.#isActive(who))) {
      outcome.ended.push(who);
      this.#first.delete(who);
      return;
    }
    const asked = { ...earlier, client: this.#world.as(who === 'otto' ? this.#otto : who) };
    const events = await readEvents(asked);
    const later = await this.#watch(who);
    this.#latest.set(who, later);
    if (isChanged(earlier.response, later.response)) outcome.changed.push(who);
    if (!events) {
      outcome.ended.push(who);
      this.#first.delete(who);
      return;
    }
    for (const event of events) this.#noteIfNeeded(event, events, earlier, later, outcome);
    try {
      assertLaw(earlier.response, events, later.response, who);
      this.#remember(who, earlier, events);
      const first = this.#first.get(who) ?? earlier;
      if (first !== earlier) assertLaw(first.response, this.#received.get(who) ?? [], later.response, who);
    } catch (error) {
      // What comes next is judged by itself.
      this.#first.delete(who);
      throw error;
    }
  }

  /** Whether the law holds without an event is asked until it did not once for its kind: the response takes long. */
  #noteIfNeeded(
    event: Event,
    events: readonly Event[],
    earlier: Watch,
    later: Watch,
    outcome: Outcome,
  ): void {
    const kind = getKind(event);
    outcome.kinds.add(kind);
    if (this.#needed.has(kind)) return;
    const others = events.filter((other) => other !== event);
    if (holdsWith(earlier.response, others, later.response)) return;
    this.#needed.add(kind);
    outcome.needed.add(kind);
  }

  /** All that has happened since an observer first registered leads here, too. */
  #remember(who: Observer, earlier: Watch, events: Event[]): void {
    if (!this.#first.has(who)) {
      this.#first.set(who, earlier);
      this.#received.set(who, []);
    }
    this.#received.get(who)?.push(...events);
  }
}
