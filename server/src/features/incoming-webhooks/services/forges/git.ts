/** Events common to all forges: pushes, and items with a number and a title. */
import type { Delivery } from '../../integration.ts';
import {
  code,
  enumeration,
  lines,
  link,
  type Markup,
  md,
  oneLine,
  paragraphs,
  plural,
  quote,
} from '../../markup.ts';

const mostCommits = 20;

interface Commit {
  id: string;
  url: string | undefined;
  message: string;
  author: string | undefined;
}

export interface Push {
  who: string;
  branch: string;
  compareUrl: string | undefined;
  commits: readonly Commit[];
  /** Total, including those that are not in the payload. */
  total: number;
  isForced?: boolean;
  isCreated?: boolean;
  isDeleted?: boolean;
}

const shortId = (id: string): string => id.slice(0, 11);

const commitLine = ({ id, url, message }: Commit): Markup =>
  md`* ${message.split('\n', 1)[0]} (${link(code(shortId(id)), url)})`;

/** Authors of commits that someone else pushed. */
function authors({ commits, who }: Push): Markup | undefined {
  const counts = new Map<string, number>();
  for (const { author } of commits)
    if (author !== undefined) counts.set(author, (counts.get(author) ?? 0) + 1);
  if (counts.size === 0 || (counts.size === 1 && counts.has(who))) return undefined;
  const named = [...counts].sort(([, a], [, b]) => b - a).map(([name, count]) => md`${name} (${count})`);
  return md`Commits by ${enumeration(named, 3)}.`;
}

export function pushed(push: Push): Markup {
  const { who, branch, compareUrl, commits, total, isForced, isCreated, isDeleted } = push;
  if (isDeleted === true) return md`${who} deleted the branch ${code(branch)}.`;
  const verb = isForced === true ? 'force-pushed' : 'pushed';
  const how = link(verb, compareUrl);
  if (total === 0) {
    if (isCreated === true) return md`${who} ${link('created', compareUrl)} the branch ${code(branch)}.`;
    return md`${who} ${how} to the branch ${code(branch)}.`;
  }
  const shown = commits.slice(0, mostCommits);
  const more = Math.max(total, commits.length) - shown.length;
  const to = isCreated === true ? 'the new branch' : 'the branch';
  return paragraphs(
    md`${who} ${how} ${plural(total, 'commit')} to ${to} ${code(branch)}.`,
    authors(push),
    lines(...shown.map(commitLine), more > 0 && md`* [and ${plural(more, 'more commit')}]`),
  );
}

export const tagged = (who: string, verb: string, tag: string, url?: string): Markup =>
  md`${who} ${verb} the tag ${link(code(tag), url)}.`;

/** The branch or tag name in a ref. */
export const branchName = (ref: string): string => ref.replace(/^refs\/(?:heads|tags)\//, '');

/** Whether the address selects this branch. */
export function isBranchWanted({ params: { branches } }: Pick<Delivery, 'params'>, branch: string): boolean {
  if (branches === undefined || branches.trim() === '') return true;
  return branches.split(',').some((each) => each.trim() === branch);
}

/** An issue, a pull request or the like. */
export interface NumberedItem {
  kind: string;
  number: number | string;
  title: string;
  url: string | undefined;
}

/** The title is in the text if the topic is set by the address. */
export function numbered(
  { kind, number, title, url }: NumberedItem,
  { params }: Pick<Delivery, 'params'>,
): Markup {
  const name = md`${kind} #${number}`;
  return params.topic === undefined ? link(name, url) : link(md`${name} ${title}`, url);
}

export const numberedTopic = (repository: string, { kind, number, title }: NumberedItem): string =>
  `${repository} / ${kind} #${number} ${oneLine(title)}`;

/** `Ada did something`, with the quoted text, if any. */
export function withText(sentence: Markup, text: string | undefined): Markup {
  const quoted = text === undefined || text.trim() === '' ? undefined : quote(text);
  return quoted ? paragraphs(md`${sentence}:`, quoted) : md`${sentence}.`;
}
