/** Writes lines of plain text, in blocks whose lines have a prefix, such as quotations. */

interface Block {
  /** Prefix of its first line. */
  first: string;
  /** Prefix of its further lines. */
  rest: string;
  isBegun: boolean;
}

/** Blocks nested deeper have no prefix, since each line repeats those of all blocks; messages have fewer. */
const mostBlocks = 40;

export class TextLines {
  readonly #lines: string[] = [];
  readonly #blocks: Block[] = [];
  #line = '';
  /** Whether the line has text, besides the prefixes of its blocks. */
  #isBegun = false;
  /** Number of line ends before the next text. */
  #ends = 0;
  /** Fewest open blocks since the last text: those that an empty line belongs to. */
  #common = 0;

  /** Text in which runs of spaces are one space already. */
  text(text: string): void {
    const isAtSpace = !this.#isBegun || this.#ends > 0 || this.#line.endsWith(' ');
    const shown = isAtSpace && text.startsWith(' ') ? text.slice(1) : text;
    if (shown !== '') this.#append(shown);
  }

  /** Text with its spaces and line ends, except for those at its end. */
  verbatim(text: string): void {
    for (const [i, line] of text.split('\n').entries()) {
      if (i > 0 && this.#isBegun) this.#ends++;
      if (line !== '') this.#append(line);
    }
  }

  /** @param options.emptyLine Whether an empty line follows. */
  end({ emptyLine = false } = {}): void {
    if (this.#isBegun) this.#ends = Math.max(Math.min(this.#ends, 2), emptyLine ? 2 : 1);
  }

  indent(first: string, rest: string): void {
    this.#blocks.push({ first, rest, isBegun: false });
  }

  outdent(): void {
    this.#blocks.pop();
    this.#common = Math.min(this.#common, this.#blocks.length);
  }

  written(): string {
    return [...this.#lines, this.#line].join('\n').trimEnd();
  }

  #append(text: string): void {
    if (!this.#isBegun || this.#ends > 0) this.#beginLine();
    this.#line += text;
  }

  #beginLine(): void {
    if (this.#isBegun) {
      this.#lines.push(this.#line.trimEnd());
      const empty = this.#prefix(this.#common).trimEnd();
      for (let i = 1; i < this.#ends; i++) this.#lines.push(empty);
    }
    this.#line = this.#prefix(this.#blocks.length);
    this.#isBegun = true;
    this.#ends = 0;
    this.#common = this.#blocks.length;
  }

  /** The prefixes of the outermost blocks. */
  #prefix(count: number): string {
    let prefix = '';
    for (const block of this.#blocks.slice(0, Math.min(count, mostBlocks))) {
      prefix += block.isBegun ? block.rest : block.first;
      block.isBegun = true;
    }
    return prefix;
  }
}
