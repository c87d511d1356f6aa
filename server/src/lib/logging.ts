/**
 * The log: JSON lines, or one short line each on a terminal. Fields are selected explicitly;
 * of an error only its type, message and stack are logged, since databases put whole rows into other fields.
 */
import { pino, type Logger } from 'pino';
import { errorCode } from './thrown.ts';
import { parseStored } from './json.ts';
import { withVisibleControls } from './text.ts';

export interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
}

/** The most recent lines of a log, for support. */
const kept = new WeakMap<Logger, string[]>();
const mostKept = 500;

/** Oldest first, one JSON object per line; empty for a log that was not created here. */
export const recentLines = (log: Logger): readonly string[] => (kept.get(log) ?? []).slice(-mostKept);

export function makeLog(level: string, output: Output = process.stdout): Logger {
  const options = { level, base: null, serializers: { err: describeError } };
  // Synchronous, so that the last lines before the process ends are not lost.
  const target = output === process.stdout && !output.isTTY ? standardOutput() : output;
  const lines: string[] = [];
  const log = pino(options, {
    write(written) {
      // JSON need not escape all of them.
      const line = withVisibleControls(written);
      lines.push(line);
      if (lines.length > 2 * mostKept) lines.splice(0, mostKept);
      target.write(output.isTTY ? forPeople(line) : line);
    },
  });
  kept.set(log, lines);
  return log;
}

/** Lines that cannot be written (full disk, closed pipe) are written with a later one, or dropped. */
function standardOutput(): Output {
  const output = pino.destination({ fd: 1, sync: true, maxLength: mostUnwritten });
  output.on('error', () => undefined);
  return output;
}

const mostUnwritten = 256 * 1024;

/** The log of commands, which print their own output. */
export const silentLog = (): Logger => pino({ level: 'silent' });

function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = errorCode(error);
  return {
    type: error.name,
    message: error.message,
    ...(code === undefined ? {} : { code }),
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

/**
 * `12:04:31 warn  text  field=value`, followed by an error's stack. Texts of others, in fields and messages of errors, look like no line of
 * their own.
 */
function forPeople(json: string): string {
  const { level, time, msg = '', err, ...fields } = parseStored<Line>(json);
  const shown = Object.entries(fields).map(([name, value]) => `  ${name}=${plain(value)}`);
  const trouble = err ? `\n${err.stack ?? err.message ?? ''}` : '';
  const line = `${clock(time)} ${(names[level] ?? '').padEnd(5)} ${msg}${shown.join('')}${trouble}`;
  return `${withVisibleControls(line).replace(/\n(?=\S)/g, '\n  ')}\n`;
}

const plain = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('\n', String.raw`\n`) : JSON.stringify(value);

const clock = (time: number): string => new Date(time).toTimeString().slice(0, 8);
