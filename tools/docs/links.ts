/** Links between the pages of this repository, and from them to other files. */

/** As GitHub makes the anchor of a heading. */
const anchor = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const withoutCode = (page: string): string => page.replaceAll(/^( *)(```|~~~)[^]*?^\1\2/gm, '');

const findAnchors = (page: string): Set<string> =>
  new Set([...withoutCode(page).matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) => anchor(heading)));

/** The targets that are neither URLs nor text in code. */
const findLinks = (page: string): string[] =>
  [
    ...withoutCode(page)
      .replaceAll(/`[^`\n]*`/g, 'x')
      .matchAll(/\]\(([^()\s]+)\)|<img src="([^"]+)"/g),
  ]
    .map(([, link, image]) => link ?? image ?? '')
    .filter((target) => !/^[a-z]+:/.test(target));

/**
 * @param read the text of a file or '' for a folder, by its path in the repository; undefined if there is none
 * @returns the problems of a page
 */
export function checkLinks(path: string, read: (path: string) => string | undefined): string[] {
  const page = read(path) ?? '';
  return findLinks(page).flatMap((link) => {
    const [file = '', fragment] = link.split('#');
    const target = file === '' ? path : new URL(file, `file:///${path}`).pathname.slice(1);
    const text = read(target);
    if (text === undefined) return [`${path}: ${link}: there is no such file`];
    if (fragment === undefined || !target.endsWith('.md') || findAnchors(text).has(fragment)) return [];
    return [`${path}: ${link}: ${target} has no such heading`];
  });
}
