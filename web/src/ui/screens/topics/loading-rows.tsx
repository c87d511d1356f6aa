import { NotLoaded, type FirstLoad } from '../../parts/first-load.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';

type Props = { of: 'topics' | 'conversations'; first: FirstLoad };

/** Shown in place of the rows of a list until they are loaded. */
export const LoadingRows = ({ of, first: { failed, ask } }: Props) =>
  failed === undefined ? (
    <Skeleton kind="row" rows={12} />
  ) : (
    <NotLoaded of={of} failed={failed} onRetry={ask} />
  );
