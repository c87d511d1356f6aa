import { NotLoaded, type FirstLoad } from '../../parts/first-load.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';

/** Shown in place of the rows of a list until they are loaded. */
export const LoadingRows = ({ first: { failed, ask } }: { first: FirstLoad }) =>
  failed === undefined ? <Skeleton kind="row" rows={12} /> : <NotLoaded failed={failed} onRetry={ask} />;
