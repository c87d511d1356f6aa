/** Statuspage: incidents and components of a public status page. */
import { UnsupportedEvent, type Delivery, type Integration, type ReadResult } from '../../integration.ts';
import { facts, link, md, paragraphs, quote } from '../../markup.ts';

const words = (state: string): string => state.replaceAll('_', ' ');

function receive({ payload }: Delivery): ReadResult {
  const status = payload.optionalText('page.status_description') ?? 'unknown';
  if (payload.has('incident')) {
    const incident = payload.at('incident');
    const name = incident.text('name');
    const [update] = incident.list('incident_updates');
    const text = update?.optionalText('body');
    const content = paragraphs(
      md`**${link(name, incident.optionalText('shortlink'))}**`,
      facts(
        ['State', words(incident.text('status'))],
        ['Impact', words(incident.optionalText('impact') ?? 'none')],
      ),
      text === undefined ? undefined : quote(text),
    );
    return { event: 'incident', topic: `${name}: ${status}`, content };
  }
  if (payload.has('component')) {
    const name = payload.text('component.name');
    const before = words(payload.text('component_update.old_status'));
    const after = words(payload.text('component_update.new_status'));
    const content = md`**${name}** changed from **${before}** to **${after}**.`;
    return { event: 'component', topic: `${name}: ${status}`, content };
  }
  throw new UnsupportedEvent('unknown');
}

export const statuspage: Integration = {
  name: 'statuspage',
  displayName: 'Statuspage',
  events: ['incident', 'component'],
  receive,
};
