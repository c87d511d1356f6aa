/**
 * A noun is a part of the client's state: the keys of the registration that it comes from, its initial value, and how
 * events change it. Each is in a file of its own and listed in nouns.ts, where an omission fails to compile.
 */
import type { EventOf, EventType } from '../../../../wire/events.ts';
import type { FetchKey, RegisterResponse } from '../../../../wire/register.ts';

/** A noun within a state: every reducer finds the parts it names there. */
export type NounOver<State> = {
  /** Asked for by the registration; several nouns may read the same key. */
  readonly keys: readonly FetchKey[];
  /** The parts of the state that are this noun's, each as a registration gives it. */
  readonly state: Readonly<Record<string, (response: RegisterResponse) => unknown>>;
  /** They change the state in place, other nouns' parts too where their types name them. */
  readonly reducers: { readonly [T in EventType]?: (state: State, event: EventOf<T>) => void };
  /** Parts that an event may change, where these are not the noun's own; messages are counted one by one beside this. */
  readonly touches?: { readonly [T in EventType]?: readonly (keyof State)[] | 'any' };
  /** Parts that no registration gives, and whether they outlive one: the state after a lost queue is that of another. */
  readonly fleeting?: { readonly [P in keyof State]?: 'kept' | 'dropped' };
  /** Parts of which a later registration may give less than was known, with what they are after it. */
  readonly kept?: {
    readonly [P in keyof State]?: (before: State[P], next: State[P], response: RegisterResponse) => State[P];
  };
};

// The whole state is known when all nouns are: nouns.ts checks that it has what the reducers name.
type AnyNoun = Omit<NounOver<never>, 'touches' | 'fleeting' | 'kept'> & {
  readonly touches?: { readonly [T in EventType]?: readonly string[] | 'any' };
  readonly fleeting?: Readonly<Record<string, 'kept' | 'dropped'>>;
  readonly kept?: Readonly<
    Record<string, (before: never, next: never, response: RegisterResponse) => unknown>
  >;
};

export const defineNoun = <const N extends AnyNoun>(noun: N): N => noun;

type PartsOf<N extends AnyNoun> = { [P in keyof N['state']]: ReturnType<N['state'][P]> };
type Merged<U> = (U extends unknown ? (parts: U) => void : never) extends (parts: infer All) => void
  ? All
  : never;
type AllParts<N extends AnyNoun> = Merged<N extends unknown ? PartsOf<N> : never>;

/** What the reducers of these nouns change in place. */
export type StateOf<N extends AnyNoun> = { -readonly [P in keyof AllParts<N>]: AllParts<N>[P] };
export type KeyOf<N extends AnyNoun> = N['keys'][number];

/** Parts that do not come from the registration, since what makes them takes none. */
type Ungiven<N extends AnyNoun> = {
  [P in keyof N['state']]: N['state'][P] extends () => unknown ? P : never;
}[keyof N['state']];
/** Those of them for which nobody has said whether they outlive a registration. */
export type UndecidedOf<N extends AnyNoun> = N extends unknown
  ? Exclude<Ungiven<N>, N extends { fleeting: infer F } ? keyof F : never>
  : never;

export type ReducedBy<N extends AnyNoun> = N extends unknown ? keyof N['reducers'] : never;
