/** The progress of a backup or restore as text. */

export interface ProgressState {
  rows: number;
  allRows: number;
  /** Archive bytes so far. */
  bytes: number;
  files: number;
}

export type Report = (state: ProgressState) => void;

/** @param seconds Since the beginning. */
export function progressText({ rows, allRows, bytes, files }: ProgressState, seconds: number): string {
  const share = allRows === 0 ? 1 : Math.min(1, rows / allRows);
  const rest =
    share > 0.02 && share < 1 ? `, about ${Math.ceil((seconds / share) * (1 - share))} s left` : '';
  const parts = [`${Math.floor(share * 100)} % of ${allRows.toLocaleString('en')} rows`];
  if (files > 0) parts.push(`${files.toLocaleString('en')} files`);
  return `${parts.join(', ')}, ${(bytes / 1024 ** 2).toFixed(1)} MiB${rest}`;
}
