/** Events about linkifiers are for clients that support URL templates. */
import {
  type Encoder,
  type EventRules,
  once,
  openObject,
  organizationWide,
} from '../../core/events/index.ts';

const encodeLinkifiers: Encoder = ({ event }, { options }, shared) =>
  options.capabilities.linkifier_url_template === true ? once(shared, '', () => openObject(event)) : null;

export const linkifierEvents: Pick<EventRules, 'realm_linkifiers'> = {
  realm_linkifiers: { ...organizationWide, encode: encodeLinkifiers },
};
