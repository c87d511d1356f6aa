/** Converts Slack's mrkdwn to Markdown: `*bold*`, `_italic_`, `~struck~`, `<url|label>`, `<@U123|name>`. */

const emphasis: readonly [RegExp, string][] = [
  [/(^|[\s([{])\*(?!\s)([^*\n]{1,1000}?)(?<!\s)\*(?=$|[\s)\]},.:;!?])/gm, '$1**$2**'],
  [/(^|[\s([{])_(?!\s)([^_\n]{1,1000}?)(?<!\s)_(?=$|[\s)\]},.:;!?])/gm, '$1*$2*'],
  [/(^|[\s([{])~(?!\s)([^~\n]{1,1000}?)(?<!\s)~(?=$|[\s)\]},.:;!?])/gm, '$1~~$2~~'],
];

/** Code is not converted. */
export function slackMarkdown(text: string): string {
  return text
    .split(/(```[^]*?```|`[^`\n]*`)/)
    .map((part, at) => (at % 2 === 1 ? entities(part) : prose(part)))
    .join('');
}

function prose(text: string): string {
  let converted = text;
  for (const [pattern, replacement] of emphasis) converted = converted.replace(pattern, replacement);
  return entities(converted.replaceAll(/<([^<>\n]{1,2000})>/g, (_, inside: string) => reference(inside)));
}

/** Converts the content of angle brackets. Users of Slack are not mentioned. */
function reference(inside: string): string {
  const bar = inside.indexOf('|');
  const target = bar < 0 ? inside : inside.slice(0, bar);
  const label = bar < 0 ? undefined : inside.slice(bar + 1);
  if (/^[@#]/.test(target)) return `${target.charAt(0)}${label ?? target.slice(1)}`;
  if (target.startsWith('!')) return `@${(label ?? target.slice(1)).replace(/\^.*/, '')}`;
  if (!/^(?:https?:|mailto:)/.test(target)) return inside;
  if (label === undefined) return target;
  return `[${label.replaceAll(/[[\]]/g, '')}](${target.replaceAll(/[()\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)})`;
}

const entities = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
