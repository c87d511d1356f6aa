import { lateModule } from '../kit/toasts/late.tsx';

/** Loads the code of these keys after the first messages are shown. */
export const withNext = lateModule(() => import('./go-to-next.ts'));
