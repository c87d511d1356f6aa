import { late } from '../page/late.tsx';
import { lookedAt } from './media.ts';

const Lightbox = late(() => import('./lightbox.tsx').then((m) => m.Lightbox));

const close = (): void => {
  lookedAt.value = undefined;
};

/** Stands once in a conversation; the lightbox is loaded with the first picture that is opened. */
export const LightboxHost = () => (lookedAt.value === undefined ? null : <Lightbox onClose={close} />);
