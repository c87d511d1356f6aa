/** A log whose lines a test reads. */
import { makeLog } from '../../server/src/lib/logging.ts';

export interface KeptLog {
  logger: ReturnType<typeof makeLog>;
  lines: { level: number; msg: string; [field: string]: unknown }[];
}

export function keptLog(): KeptLog {
  const lines: KeptLog['lines'] = [];
  const write = (text: string) => {
    lines.push(JSON.parse(text) as KeptLog['lines'][number]);
  };
  return { logger: makeLog('info', { write }), lines };
}

/** What the log says of one kind of storage: `failed <reason>` and `recovered <reason>`, in order. */
export const storageLines = ({ lines }: Pick<KeptLog, 'lines'>, storage: 'database' | 'files'): string[] =>
  lines
    .filter((line) => line.storage === storage && line.msg.startsWith('storage '))
    .map(({ msg, reason }) => `${msg.split(/[ ;]/)[1] ?? ''} ${String(reason)}`);
