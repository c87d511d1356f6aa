/** Events about linkifiers are for clients that support URL templates. */
import { type Encoder, once, openObject } from '../../core/events/index.ts';

export const encodeLinkifiers: Encoder = ({ event }, { options }, shared) =>
  options.capabilities.linkifier_url_template === true ? once(shared, '', () => openObject(event)) : null;
