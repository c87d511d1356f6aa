/** An event of GitLab, with fields that most events have. */
import type { Delivery, Post } from '../../integration.ts';
import type { Markup } from '../../markup.ts';

export interface GitlabEvent extends Delivery {
  /** From the header, with the action if there is one. */
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
