/** Converts HTML, parsed into a document that runs no scripts and loads nothing, to Markdown. */
import { longestRun, onOneLine, plainLook, renderRuns, type Look, type Run } from './runs.ts';
import { getStyle, isUnseen, readLook, renderTable } from './table.ts';

/** Thrown for content that is larger or deeper than a message can be. */
export class TooLarge extends Error {}

const limits = { nodes: 20_000, depth: 100 } as const;

/** URL of an image, in UTF-16 units. */
const longestAlt = 200;

/** Elements that stand on lines of their own. */
type Block = {
  text: string;
  /** Elements with an empty line before and after. */
  isApart: boolean;
  /** A list item that Word writes as a paragraph. */
  isItem?: boolean;
};

const lineTags = new Set(
  'address article aside body center dd details div dl dt fieldset figcaption figure footer form header hgroup html legend main nav section summary'.split(
    ' ',
  ),
);

/** @throws TooLarge */
export const toMarkdown = (root: Element): string => new Collector({ nodes: limits.nodes }).read(root);

/** Collects the blocks of an element: the document, a list item, a quote or a cell. */
class Collector {
  readonly #budget: { nodes: number };
  readonly #blocks: Block[] = [];
  readonly #depth: number;
  #runs: Run[] = [];

  constructor(budget: { nodes: number }, depth = 0) {
    this.#budget = budget;
    this.#depth = depth;
  }

  /** @returns Markdown of the content of the element */
  read(element: Element, look = plainLook): string {
    this.#children(element, look, this.#depth);
    this.#end(false);
    return this.#blocks
      .map(({ text, isApart, isItem }, index) => {
        const before = this.#blocks[index - 1];
        if (before === undefined) return text;
        const isClose = isItem === true && before.isItem === true;
        return ((isApart || before.isApart) && !isClose ? '\n\n' : '\n') + text;
      })
      .join('');
  }

  #children(element: Element, look: Look, depth: number): void {
    if (depth > limits.depth) throw new TooLarge();
    for (const child of element.childNodes) this.#node(child, look, depth + 1);
  }

  #node(node: Node, look: Look, depth: number): void {
    if (--this.#budget.nodes < 0) throw new TooLarge();
    if (node.nodeType === 3) this.#runs.push({ ...look, text: node.textContent ?? '' });
    else if (node.nodeType === 1) this.#element(node as Element, look, depth);
  }

  #element(element: Element, look: Look, depth: number): void {
    if (isUnseen(element)) return;
    const tag = element.localName;
    const inner = readLook(element, look);
    if (tag === 'br') this.#runs.push({ ...look, text: '\n', isPre: true });
    else if (tag === 'img') this.#image(element, inner);
    else if (tag === 'input') this.#checkbox(element, inner);
    else if (element.classList.contains('katex')) this.#formula(element, look);
    else if (tag === 'p') this.#paragraph(element, inner, depth);
    else if (/^h[1-6]$/.test(tag)) this.#heading(element, inner, Number(tag[1]), depth);
    else if (tag === 'ul' || tag === 'ol') this.#apart(this.#list(element, inner, depth));
    else if (tag === 'blockquote')
      this.#apart(this.#inside(element, inner, depth).replaceAll(/^/gm, '> ').replaceAll(/^> $/gm, '>'));
    else if (tag === 'pre') this.#code(element);
    else if (tag === 'hr') this.#apart('---');
    else if (tag === 'table') this.#table(element, inner, depth);
    else if (lineTags.has(tag) || tag === 'li') this.#lines(element, inner, depth);
    else this.#children(element, inner, depth);
  }

  #inside(element: Element, look: Look, depth: number): string {
    return new Collector(this.#budget, depth).read(element, look);
  }

  /** Ends the current paragraph. */
  #end(isApart: boolean): void {
    const runs = this.#runs;
    const text = renderRuns(runs);
    this.#runs = [];
    const isEmptyLine = text === '' && runs.some((run) => run.text === '\n');
    const last = this.#blocks.at(-1);
    if (text !== '') this.#blocks.push({ text, isApart });
    else if (isEmptyLine && last !== undefined) last.isApart = true;
  }

  #apart(text: string): void {
    this.#end(false);
    if (text.trim() !== '') this.#blocks.push({ text, isApart: true });
  }

  #lines(element: Element, look: Look, depth: number): void {
    this.#end(false);
    this.#children(element, look, depth);
    this.#end(false);
  }

  #paragraph(element: Element, look: Look, depth: number): void {
    this.#end(false);
    const level = /\blevel(\d)\b/.exec(getStyle(element, 'mso-list') ?? '')?.[1];
    if (level !== undefined) return this.#wordItem(element, look, Number(level), depth);
    this.#children(element, look, depth);
    this.#end(true);
  }

  /** Word writes the bullet or number of an item into the paragraph. */
  #wordItem(element: Element, look: Look, level: number, depth: number): void {
    const sign = [...element.querySelectorAll('span')].find(
      (each) => getStyle(each, 'mso-list') === 'Ignore',
    );
    const number = /^\s*(\d+)[.)]/.exec(sign?.textContent ?? '')?.[1];
    sign?.remove();
    const text = this.#inside(element, look, depth).replaceAll(/\n+/g, ' ');
    if (text === '') return;
    const indent = '  '.repeat(level - 1);
    const marker = number === undefined ? '-' : `${number}.`;
    this.#blocks.push({ text: `${indent}${marker} ${text}`, isApart: true, isItem: true });
  }

  #heading(element: Element, look: Look, level: number, depth: number): void {
    const text = this.#inside(element, look, depth);
    // Headings are bold anyway.
    const line = onOneLine(text).replaceAll('**', '');
    if (line !== '') this.#apart(`${'#'.repeat(level)} ${line}`);
  }

  #list(element: Element, look: Look, depth: number): string {
    if (depth > limits.depth) throw new TooLarge();
    let number = Number(element.getAttribute('start') ?? 1) || 1;
    const lines: string[] = [];
    for (const child of element.children) {
      if (isUnseen(child)) continue;
      const text = child.matches('ul, ol')
        ? this.#list(child, look, depth + 1)
        : this.#inside(child, readLook(child, look), depth + 1).replaceAll(
            /\n\n(?= *(?:[-*]|\d+\.) )/g,
            '\n',
          );
      if (text === '') continue;
      const marker = element.localName === 'ol' ? `${number}. ` : '- ';
      const indent = ' '.repeat(marker.length);
      const indented = text.replaceAll(/^(?=.)/gm, indent);
      if (child.matches('ul, ol')) lines.push(indented);
      else {
        lines.push(marker + indented.slice(indent.length));
        number++;
      }
    }
    return lines.join('\n');
  }

  #code(element: Element): void {
    for (const each of element.querySelectorAll('br')) each.replaceWith('\n');
    const text = element.textContent.replaceAll('\u00A0', ' ').replace(/^\n/, '').trimEnd();
    if (text === '') return;
    if (!text.includes('\n')) {
      this.#end(false);
      this.#runs.push({ ...plainLook, code: true, isPre: true, text });
      return this.#end(false);
    }
    const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
    this.#apart(`${fence}${findLanguage(element)}\n${text}\n${fence}`);
  }

  /** A layout table is converted cell by cell. */
  #table(element: Element, look: Look, depth: number): void {
    const rows = renderTable(element, (cell) => this.#inside(cell, readLook(cell, look), depth));
    if (rows !== undefined) return this.#apart(rows);
    for (const cell of element.querySelectorAll('caption, th, td')) {
      // Includes rows of nested tables.
      if (--this.#budget.nodes < 0) throw new TooLarge();
      if (cell.closest('table') === element) this.#lines(cell, readLook(cell, look), depth);
    }
  }

  /** Emoji are images with a name; the image in a link describes it. */
  #image(element: Element, look: Look): void {
    const name = element.getAttribute('alt')?.trim() ?? '';
    // The name is not visible to the person: at most a name is taken over, never a mention.
    if (name.length > longestAlt || /[@*`[\]\n]/.test(name)) return;
    const isEmoji =
      /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator})/u.test(name) || element.matches('.emoji');
    if (isEmoji || look.isPictured) this.#runs.push({ ...look, text: name });
  }

  /** KaTeX renders a formula twice, and includes its source. */
  #formula(element: Element, look: Look): void {
    const source = element.querySelector('annotation')?.textContent.trim() ?? '';
    // Some browsers omit it. Not visible to the person, so it must not be able to end the formula and continue with other
    // text.
    const drawn = element.querySelector('.katex-html')?.textContent ?? '';
    this.#runs.push({
      ...look,
      text: source === '' || source.includes('$$') ? drawn : `$$${source.replaceAll(/\s+/g, ' ')}$$`,
    });
  }

  #checkbox(element: Element, look: Look): void {
    if (element.getAttribute('type') !== 'checkbox') return;
    this.#runs.push({ ...look, text: element.hasAttribute('checked') ? '[x] ' : '[ ] ' });
  }
}

const languageClass = /(?:^|\s)(?:language-|lang-|highlight-source-)([\w+#-]{1,30})/;

/** Named by the code block itself, or by an element around or inside it. */
function findLanguage(element: Element): string {
  const named = element.closest('[data-code-language]')?.getAttribute('data-code-language');
  if (named !== null && named !== undefined) return named.replaceAll(/[^\w+# -]/g, '').toLowerCase();
  const around = [element, element.querySelector('code'), element.parentElement];
  return (
    around.map((each) => languageClass.exec(each?.className ?? '')?.[1]).find((name) => name !== undefined) ??
    ''
  );
}
