import { lateModule } from '../page/late.tsx';

/** Keys that go through what there is are pressed after the first messages are seen. */
export const withNext = lateModule(() => import('./go-to-next.ts'));
