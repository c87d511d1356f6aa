/** Whether blocks have the shapes that the mobile app takes apart. It shows nothing of a block that has not. */

const code =
  /<div class="codehilite"[^>]*><pre><span><\/span><code>(?:[^<]|<span class="[a-z0-9]+">[^<]*<\/span>)*\n<\/code><\/pre><\/div>/g;
const image =
  /<div class="(?:youtube-video |embed-video )?message_inline_image"><a [^>]*><img [^>]*><\/a><\/div>/g;
const video =
  /<div class="message_inline_image message_inline_video"><a [^>]*><video [^>]*><\/video><\/a><\/div>/g;
const table = /<table>\n<thead>\n(<tr>\n.*?<\/tr>\n)<\/thead>\n<tbody>\n(.*?)<\/tbody>\n<\/table>/gs;
/** The text of an item, a line end, and a block: the line end would be shown. */
const emptyLine = /<li>(?!\n)[^\n]*[^>\n]\n<(?:ul|ol|blockquote|div)/;

const count = (text: string, found: RegExp | string): number => text.split(found).length - 1;

function uneven(html: string): boolean {
  return [...html.matchAll(table)].some(([, head = '', body = '']) => {
    const columns = count(head, '</th>');
    return body.split('</tr>\n').some((row) => row !== '' && count(row, '</td>') !== columns);
  });
}

/** What is wrong with the shape of a block, or undefined. */
export function shapeProblem(html: string): string | undefined {
  if (count(html, 'class="codehilite"') !== [...html.matchAll(code)].length) return 'code';
  const previews = [...html.matchAll(image), ...html.matchAll(video)].length;
  if (count(html, /<div class="[^"]*message_inline_image[^"]*"/) !== previews) return 'preview';
  if (count(html, '<table>') !== [...html.matchAll(table)].length || uneven(html)) return 'table';
  if (count(html, 'class="katex-display"') !== count(html, '<p><span class="katex-display">'))
    return 'formula';
  return emptyLine.test(html) ? 'list' : undefined;
}
