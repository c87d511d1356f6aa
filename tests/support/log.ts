/** What a server logs, kept for a test. */
import type { Logger } from 'pino';
import { makeLog } from '../../server/src/lib/logging.ts';

export type LogLine = { level: number; msg: string } & Record<string, unknown>;

export interface KeptLog {
  log: Logger;
  /** Whole lines as they were written. */
  lines: string[];
  /** The same, parsed. */
  readonly entries: LogLine[];
  /** The entries with this text. */
  saying(text: string | RegExp): LogLine[];
}

export function keepLog(level = 'info'): KeptLog {
  const lines: string[] = [];
  const log = makeLog(level, { write: (line) => lines.push(line) });
  const parse = () => lines.map((line) => JSON.parse(line) as LogLine);
  return {
    log,
    lines,
    get entries() {
      return parse();
    },
    saying: (text) => parse().filter(({ msg }) => (typeof text === 'string' ? msg === text : text.test(msg))),
  };
}

/** What the log says of one kind of storage: `failed <reason>` and `recovered <reason>`, in order. */
export const storageLines = ({ entries }: KeptLog, storage: 'database' | 'files'): string[] =>
  entries
    .filter((line) => line.storage === storage && line.msg.startsWith('storage '))
    .map(({ msg, reason }) => `${msg.split(/[ ;]/)[1] ?? ''} ${String(reason)}`);
