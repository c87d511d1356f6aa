/** Tables of HTML, which are tables of data or, in emails, most often the layout of a page. */

/** A piece of Markdown on lines of its own. */
export interface Block {
  text: string;
  /** Whether an empty line stands before it, and after it. */
  beginsApart?: boolean;
  endsApart?: boolean;
}

/** A table of Markdown, or the cells of a layout one below the other. */
export function tableBlocks(rows: readonly string[][], { hasHead }: { hasHead: boolean }): Block[] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const used = rows.filter((row) => row.some((cell) => cell !== ''));
  const isFlat = used.every((row) => row.every((cell) => !cell.includes('\n')));
  const wide = used.filter((row) => row.filter((cell) => cell !== '').length > 1).length;
  if (isFlat && width > 1 && (hasHead ? used.length > 0 : wide > 1))
    return [{ text: written(used, width), beginsApart: true, endsApart: true }];
  return used.flatMap((row) => {
    const cells = row.filter((cell) => cell !== '');
    const isLine = cells.every((cell) => !cell.includes('\n'));
    if (isLine) return [{ text: cells.join(' | ') }];
    return cells.map((text) => ({ text, beginsApart: true, endsApart: true }));
  });
}

/** Markdown has no tables without a head: the first row is it. */
function written(rows: readonly string[][], width: number): string {
  const [head = [], ...body] = rows.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ''));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '&#124;')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n');
}
