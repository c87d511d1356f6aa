/** Parses a CSV file (RFC 4180) of any length into objects with the names of its first row as keys. */
import { StringDecoder } from 'node:string_decoder';

export type CsvRow = { row: Record<string, string>; line: number } | { fault: string; line: number };

/** Limit of one row; the content of a longer row is discarded. */
const mostCharacters = 4_000_000;
const mostCells = 1000;

export async function* csvRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<CsvRow[]> {
  const decoder = new StringDecoder('utf8');
  const parser = new CsvParser();
  for await (const chunk of chunks) {
    const rows = parser.push(decoder.write(chunk));
    if (rows.length > 0) yield rows;
  }
  yield parser.end(decoder.end());
}

class CsvParser {
  #names: string[] | undefined;
  #cells: string[] = [];
  #cell = '';
  #isQuoted = false;
  /** After a quotation mark that may be the first of an escaped pair. */
  #mayEnd = false;
  #line = 1;
  #start = 1;
  /** Characters of the current row. */
  #size = 0;
  #isTooLong = false;

  push(text: string): CsvRow[] {
    const rows: CsvRow[] = [];
    for (const character of text) {
      if (character === '\n') this.#line++;
      if (this.#isQuoted && !this.#mayEnd) {
        if (character === '"') this.#mayEnd = true;
        else this.#add(character);
        continue;
      }
      if (character === '"') {
        if (this.#mayEnd) this.#add('"');
        this.#isQuoted = this.#mayEnd || this.#cell === '';
        if (!this.#isQuoted) this.#add('"');
        this.#mayEnd = false;
        continue;
      }
      if (this.#mayEnd) this.#isQuoted = this.#mayEnd = false;
      if (character === ',') this.#endCell();
      else if (character === '\n') this.#endRow(rows);
      else if (character !== '\r' && character !== '\uFEFF') this.#add(character);
    }
    return rows;
  }

  end(text: string): CsvRow[] {
    const rows = this.push(text);
    if (this.#cell !== '' || this.#cells.length > 0) this.#endRow(rows);
    return rows;
  }

  #add(character: string): void {
    if (this.#size >= mostCharacters) this.#isTooLong = true;
    else this.#cell += character;
    this.#size += character.length;
  }

  #endCell(): void {
    if (this.#cells.length >= mostCells) this.#isTooLong = true;
    else this.#cells.push(this.#cell);
    this.#cell = '';
    this.#isQuoted = this.#mayEnd = false;
  }

  #endRow(rows: CsvRow[]): void {
    this.#endCell();
    const cells = this.#cells;
    const line = this.#start;
    const isTooLong = this.#isTooLong;
    this.#cells = [];
    this.#start = this.#line;
    this.#size = 0;
    this.#isTooLong = false;
    if (isTooLong) {
      const fault = `A row has more than ${mostCharacters} characters or ${mostCells} cells.`;
      rows.push({ fault, line });
      return;
    }
    if (cells.length === 1 && cells[0] === '') return;
    if (!this.#names) {
      this.#names = cells.map((name) => name.trim().toLowerCase().replaceAll(' ', '_'));
      return;
    }
    rows.push({ row: Object.fromEntries(this.#names.map((name, i) => [name, cells[i] ?? ''])), line });
  }
}
