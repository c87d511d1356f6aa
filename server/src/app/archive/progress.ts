/** Shows the progress of a backup or restore; on a terminal in one line that is rewritten. */

export interface ProgressState {
  rows: number;
  allRows: number;
  /** Archive bytes so far. */
  bytes: number;
  files: number;
}

export type Report = (state: ProgressState) => void;

const pauseMs = 500;

/** @param write Receives each line, without its line break. */
export function throttled(write: (text: string) => void, now = () => performance.now()): Report {
  const begun = now();
  let last = -Infinity;
  return (state) => {
    const at = now();
    if (at - last < pauseMs) return;
    last = at;
    write(progressText(state, (at - begun) / 1000));
  };
}

function progressText({ rows, allRows, bytes, files }: ProgressState, seconds: number): string {
  const share = allRows === 0 ? 1 : Math.min(1, rows / allRows);
  const rest =
    share > 0.02 && share < 1 ? `, about ${Math.ceil((seconds / share) * (1 - share))} s left` : '';
  const parts = [`${Math.floor(share * 100)} % of ${allRows.toLocaleString('en')} rows`];
  if (files > 0) parts.push(`${files.toLocaleString('en')} files`);
  return `${parts.join(', ')}, ${(bytes / 1024 ** 2).toFixed(1)} MiB${rest}`;
}
