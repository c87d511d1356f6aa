/**
 * Hashes of passwords at a small part of their cost, in this process: they say the cost that the server asked for, and match
 * one another. At the full one, signing in takes longer than most tests. Servers that are processes of their own pay it.
 */
import crypto from 'node:crypto';

/** KiB; what is asked for at less is computed as it is. */
const memory = 1024;
const { argon2 } = crypto;

crypto.argon2 = function cheapArgon2(algorithm, parameters, callback) {
  const cheap = parameters.memory > memory ? { ...parameters, memory } : parameters;
  argon2(algorithm, cheap, callback);
};
