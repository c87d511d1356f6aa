/**
 * Conditions inside a batch. Its statements are sent together, before it is known here what the first of them have found, so the
 * database itself has to refuse the rest.
 */
import { errorCode } from '../../lib/thrown.ts';

/** An expression that fails its statement, and with it the transaction, unless a condition holds: PostgreSQL has no assertions in SQL. */
export const assertionSql = (condition: string): string => `1 / (${condition})::integer`;

const divisionByZero = '22012';

/** Whether a statement failed because the condition of its `assertionSql` does not hold. */
export const isFailedAssertion = (error: unknown): boolean => errorCode(error) === divisionByZero;
