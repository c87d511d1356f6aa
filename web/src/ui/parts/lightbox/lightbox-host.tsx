import { late } from '../../kit/toasts/late.tsx';
import { lookedAt } from './media.ts';

const Lightbox = late(() => import('./lightbox.tsx').then((m) => m.Lightbox));

const close = (): void => {
  lookedAt.value = undefined;
};

/** Mounted once in a conversation; the lightbox is loaded with the first image. */
export const LightboxHost = () => (lookedAt.value === undefined ? null : <Lightbox onClose={close} />);
