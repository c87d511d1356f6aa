/** Quotes a message for a reply. */

/** A fence that is longer than any in the text. */
function fenceAround(text: string): string {
  const longest = Math.max(
    2,
    ...[...text.matchAll(/^[^\S\n]*(`{3,}|~{3,})/gm)].map((match) => match[1]!.length),
  );
  return '`'.repeat(longest + 1);
}

/** @param said the translated "said", which becomes the link */
export function quotation(input: {
  sender: { id: number; name: string };
  link: string;
  said: string;
  content: string;
}): string {
  const { sender, link, said, content } = input;
  const fence = fenceAround(content);
  return `@_**${sender.name}|${sender.id}** [${said}](${link}):\n${fence}quote\n${content}\n${fence}\n`;
}
