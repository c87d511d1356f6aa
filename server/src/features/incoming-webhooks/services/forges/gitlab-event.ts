/** One event of GitLab, and what most of them have. */
import type { Delivery, Post } from '../../integration.ts';
import type { Markup } from '../../markup.ts';

export interface GitlabEvent extends Delivery {
  /** As the header says it, with the action where there is one. */
  name: string;
}

export const repo = ({ payload }: GitlabEvent): string =>
  payload.firstText('project.name', 'repository.name', 'project_name') ??
  payload.text('project.path_with_namespace');

export const user = ({ payload }: GitlabEvent): string =>
  payload.firstText('user_name', 'user.name', 'user_username', 'user.username') ?? 'Someone';

export const at = ({ name }: GitlabEvent, topic: string, content: Markup): Post => ({
  event: name,
  topic,
  content,
});
