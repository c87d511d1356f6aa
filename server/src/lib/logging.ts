/**
 * The log: JSON lines for machines, one short line each for a person at a terminal. What is logged is chosen field by
 * field; of an error only its kind, its text and where it happened, since databases put whole rows into the rest.
 */
import { pino, type Logger } from 'pino';

export interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
}

/** The last lines of a log, for anyone who asks for help. */
const kept = new WeakMap<Logger, string[]>();
const mostKept = 500;

/** Oldest first, one JSON object each; nothing for a log that was not made here. */
export const recentLines = (log: Logger): readonly string[] => (kept.get(log) ?? []).slice(-mostKept);

export function makeLog(level: string, output: Output = process.stdout): Logger {
  const options = { level, base: null, serializers: { err: describeError } };
  // Written at once, so that the last words of a process that ends are not lost.
  const target = output === process.stdout && !output.isTTY ? standardOutput() : output;
  const lines: string[] = [];
  const log = pino(options, {
    write(line) {
      lines.push(line);
      if (lines.length > 2 * mostKept) lines.splice(0, mostKept);
      target.write(output.isTTY ? forPeople(line) : line);
    },
  });
  kept.set(log, lines);
  return log;
}

/** What could not be written, because the disk is full or nobody reads, is written with a later line or left out. */
function standardOutput(): Output {
  const output = pino.destination({ fd: 1, sync: true, maxLength: mostUnwritten });
  output.on('error', () => undefined);
  return output;
}

const mostUnwritten = 256 * 1024;

/** Logs nothing: for commands, which say what they have to say themselves. */
export const silentLog = (): Logger => pino({ level: 'silent' });

function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.stack === undefined ? {} : { stack: error.stack }),
  };
}

const names: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

interface Line {
  level: number;
  time: number;
  msg?: string;
  err?: { message?: string; stack?: string };
  [field: string]: unknown;
}

/** `12:04:31 warn  text  field=value`, and under it the stack of an error. */
function forPeople(json: string): string {
  const { level, time, msg = '', err, ...fields } = JSON.parse(json) as Line;
  const shown = Object.entries(fields).map(([name, value]) => `  ${name}=${plain(value)}`);
  const trouble = err ? `\n  ${err.stack ?? err.message ?? ''}` : '';
  return `${clock(time)} ${(names[level] ?? '').padEnd(5)} ${msg}${shown.join('')}${trouble}\n`;
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const clock = (time: number): string => new Date(time).toTimeString().slice(0, 8);
