/** A narrow as sent by clients: a list of terms, all of which a message must match. */
import { Exact, Type, type Static } from './core.ts';

const NarrowOperand = Type.Union([Type.String(), Type.Integer(), Type.Array(Type.Integer())]);

export const NarrowTerm = Type.Union([
  Exact({ operator: Type.String(), operand: NarrowOperand, negated: Type.Optional(Type.Boolean()) }),
  Type.Tuple([Type.String(), Type.String()]),
]);
export type NarrowTerm = Static<typeof NarrowTerm>;

/** Only known to be a list here; the narrow parser reports which of its terms is invalid. */
const term = Type.Unknown({
  description: 'A term: {"operator", "operand", "negated"?} or [operator, operand].',
  examples: [{ operator: 'channel', operand: 'design' }, ['topic', 'lunch']],
});

export const NarrowParam = Type.Array(term, { default: [] });

/** Operations that change messages require a narrow: without it, they would change all of them. */
export const RequiredNarrowParam = Type.Array(term);
