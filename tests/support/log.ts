/** What a server logs, kept for a test. */
import { pino, type Logger } from 'pino';

export type LogLine = { level: number; msg: string } & Record<string, unknown>;

export interface KeptLog {
  log: Logger;
  /** Whole lines as they were written. */
  lines: string[];
  /** Those with this text. */
  saying(text: string | RegExp): LogLine[];
}

export function keepLog(level = 'info'): KeptLog {
  const lines: string[] = [];
  const log = pino({ level, base: null }, { write: (line: string) => lines.push(line) });
  return {
    log,
    lines,
    saying: (text) =>
      lines
        .map((line) => JSON.parse(line) as LogLine)
        .filter(({ msg }) => (typeof text === 'string' ? msg === text : text.test(msg))),
  };
}
