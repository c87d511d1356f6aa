/** An event of GitHub, with fields that most events have. */
import type { Delivery, Post, ReadResult } from '../../integration.ts';
import type { Markup } from '../../markup.ts';

export interface GithubEvent extends Delivery {
  /** From the header. */
  name: string;
}

export type Handlers = Readonly<Record<string, (event: GithubEvent) => ReadResult>>;

export const sender = ({ payload }: GithubEvent): string => payload.text('sender.login');
export const repo = ({ payload }: GithubEvent): string => payload.text('repository.name');

export const at = ({ name }: GithubEvent, topic: string, content: Markup): Post => ({
  event: name,
  topic,
  content,
});
