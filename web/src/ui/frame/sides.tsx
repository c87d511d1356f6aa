/** The contents of the left and right columns: collapsed on phones, so loaded separately. */
import { Skeleton } from '../kit/skeleton.tsx';
import { latePart } from '../kit/toasts/late.tsx';

export const Sidebar = latePart(() => import('./sidebar/sidebar.tsx').then((m) => m.Sidebar), {
  Waiting: () => <Skeleton kind="row" rows={14} />,
  isAhead: true,
});

export const PeopleSide = latePart(() => import('./people-side/people-side.tsx').then((m) => m.PeopleSide), {
  Waiting: () => <Skeleton kind="row" rows={10} />,
  isAhead: true,
});
