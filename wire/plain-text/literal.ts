/** Text in Markdown that is shown as it is, by character references: a backslash would be shown itself. */

const reference = (sign: string): string => `&#${String(sign.charCodeAt(0))};`;

/**
 * Removes the characters with which code, emphasis, struck text, formulas, times and images begin. Brackets and what stands at
 * the beginning of a line are left to the caller.
 */
export const withoutMarks = (text: string): string =>
  text
    .replaceAll(/[\\`*<]|&(?=[#\w])|~(?=~)|(?<=~)~|\$(?=\$)|(?<=\$)\$/g, reference)
    .replaceAll(/!(?=\[)/g, reference);

/** The name of a file as the text of a link. */
export const fileLabel = (name: string): string =>
  withoutMarks(name.replaceAll(/\s+/g, ' ')).replaceAll(/[[\]]|:(?=[^\s:]+:)/g, reference);

/** The name of a file that is the text of a link. */
export const readLabel = (label: string): string =>
  label.replaceAll(/&#(\d{2,3});/g, (_, code: string) => String.fromCharCode(Number(code)));
