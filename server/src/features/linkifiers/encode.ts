/** Only clients that know templates hear of linkifiers. */
import { once, openObject, type Encoder } from '../../core/events/encode.ts';

export const encodeLinkifiers: Encoder = ({ event }, { options }, shared) =>
  options.capabilities.linkifier_url_template === true ? once(shared, '', () => openObject(event)) : null;
