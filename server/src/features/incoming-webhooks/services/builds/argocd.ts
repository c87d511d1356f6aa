import type { Delivery, Integration, ReadResult } from '../../integration.ts';
import { code, facts, link, md, ownMarkdown, paragraphs } from '../../markup.ts';

/** Argo CD posts a custom template, with the fields that docs/integrations.md proposes. */
function receive({ payload }: Delivery): ReadResult {
  const topic = payload.text('app');
  const message = payload.optionalText('message');
  const status = payload.firstText('phase', 'sync') ?? 'changed';
  const revision = payload.optionalText('revision');
  const content = paragraphs(
    md`Application ${link(topic, payload.optionalText('url'))}: **${status}**`,
    facts(
      ['Health', payload.optionalText('health')],
      ['Sync', payload.optionalText('sync')],
      ['Revision', revision === undefined ? undefined : code(revision.slice(0, 11))],
      ['Repository', payload.optionalText('repository')],
    ),
    message === undefined ? undefined : ownMarkdown(message),
  );
  return { event: 'application', topic, content };
}

export const argocd: Integration = { name: 'argocd', displayName: 'Argo CD', receive };
