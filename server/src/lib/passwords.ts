/** Hashes passwords with argon2id, in the usual format `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
import crypto, { randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** Looked up at each call, so that tests can count calls. */
const derive = (algorithm: 'argon2id', parameters: crypto.Argon2Parameters): Promise<Buffer> =>
  promisify(crypto.argon2)(algorithm, parameters);

interface Cost {
  /** KiB. */
  memory: number;
  passes: number;
  parallelism: number;
}

/**
 * 46 MiB once is as expensive for an attacker as 19 MiB twice. It is above 32 MiB intentionally: glibc returns blocks of that
 * size to the system at once, while after a few hashes with 19 MiB the process kept 135 MB.
 */
const cost: Cost = { memory: 47_104, passes: 1, parallelism: 1 };
const [saltBytes, hashBytes] = [16, 32];

/** Concurrent hashes: each needs its memory and one of the four threads that also read files. */
const maxRunning = 2;
/** Queued hashes: some twenty seconds of work. */
const maxWaiting = 500;
/** UTF-8 bytes, more than anyone types. */
const maxPasswordBytes = 4096;

/** Too many concurrent sign-ins; the client should retry later. */
export class PasswordsBusyError extends Error {
  override readonly name = 'PasswordsBusyError';
}

/** Throws RangeError for a password over 4,096 bytes, PasswordsBusyError if the queue is full. */
export async function hashPassword(password: string): Promise<string> {
  const message = getBytes(password);
  if (!message) throw new RangeError(`a password has at most ${maxPasswordBytes} bytes`);
  const salt = randomBytes(saltBytes);
  return format(cost, salt, await compute(message, salt, cost, hashBytes));
}

/**
 * Whether the password matches the hash. Takes equally long for a user without one (`null`), for an unknown
 * user, and for an invalid hash, all of which return false. Throws PasswordsBusyError if the queue is full.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const message = getBytes(password);
  const parsed = stored === null ? undefined : parse(stored);
  const { salt, hash, ...itsCost } = parsed ?? nobody;
  const computed = await compute(message ?? Buffer.alloc(0), salt, itsCost, hash.length);
  const isEqual = timingSafeEqual(computed, hash);
  return isEqual && message !== undefined && parsed !== undefined;
}

/** Whether a hash has other parameters than new ones, and should be replaced at the next sign-in. */
export function needsRehash(stored: string): boolean {
  const parsed = parse(stored);
  return (
    parsed?.memory !== cost.memory || parsed.passes !== cost.passes || parsed.parallelism !== cost.parallelism
  );
}

type Parsed = Cost & { salt: Buffer; hash: Buffer };

const nobody: Parsed = { ...cost, salt: randomBytes(saltBytes), hash: randomBytes(hashBytes) };

/** Normalizes, so that other keyboards produce the same bytes. */
function getBytes(password: string): Buffer | undefined {
  const bytes = Buffer.from(password.normalize('NFKC'), 'utf8');
  return bytes.length <= maxPasswordBytes ? bytes : undefined;
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

const format = ({ memory, passes, parallelism }: Cost, salt: Buffer, hash: Buffer): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;

const form =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,88})\$([A-Za-z0-9+/]{16,88})$/;

/** Undefined for an invalid hash, or one with parameters so expensive that computing it would be an attack. */
function parse(stored: string): Parsed | undefined {
  const found = form.exec(stored);
  if (!found) return undefined;
  const [memory = 0, passes = 0, parallelism = 0] = found.slice(1, 4).map(Number);
  const [salt, hash] = [Buffer.from(found[4] ?? '', 'base64'), Buffer.from(found[5] ?? '', 'base64')];
  const isSane =
    parallelism >= 1 && parallelism <= 8 && passes >= 1 && passes <= 10 && memory >= 8 * parallelism;
  return isSane && memory <= 262_144 ? { memory, passes, parallelism, salt, hash } : undefined;
}

let running = 0;
const waiting: (() => void)[] = [];

async function compute(
  message: Buffer,
  nonce: Buffer,
  { memory, passes, parallelism }: Cost,
  tagLength: number,
) {
  await turn();
  try {
    return await derive('argon2id', { message, nonce, memory, passes, parallelism, tagLength });
  } finally {
    next();
  }
}

async function turn(): Promise<void> {
  if (running < maxRunning) {
    running += 1;
    return;
  }
  if (waiting.length >= maxWaiting) throw new PasswordsBusyError('Too many passwords to check at once');
  await new Promise<void>((resolve) => waiting.push(resolve));
}

/** Passes the slot on, or frees it. */
function next(): void {
  const first = waiting.shift();
  if (first) first();
  else running -= 1;
}
