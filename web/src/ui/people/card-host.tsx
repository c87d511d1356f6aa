import { Suspense } from 'preact/compat';
import { useEffect, useState } from 'preact/hooks';
import { ErrorBoundary } from '../page/error-boundary.tsx';
import { late } from '../page/late.tsx';

const ProfileCard = late(() => import('./profile-card.tsx').then((m) => m.ProfileCard));

type Opened = { userId: number; anchor: Element };

/** Opens the card of whoever is clicked: elements with `data-person-id`, and mentions in messages. */
export function CardHost() {
  const [opened, setOpened] = useState<Opened>();
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const clicked = (event.target as Element).closest<HTMLElement>(
        '[data-person-id], .user-mention[data-user-id]',
      );
      const userId = Number(clicked?.dataset.personId ?? clicked?.dataset.userId ?? Number.NaN);
      if (clicked === null || Number.isNaN(userId)) return;
      event.preventDefault();
      // Beside the picture: a row may be as wide as the page.
      setOpened({ userId, anchor: clicked.querySelector('.avatar') ?? clicked });
    };
    // Before a link around it is followed.
    document.addEventListener('click', onClick, true);
    return () => document.removeEventListener('click', onClick, true);
  }, []);
  if (opened === undefined) return null;
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>
        <ProfileCard key={opened.userId} {...opened} onClose={() => setOpened(undefined)} />
      </Suspense>
    </ErrorBoundary>
  );
}
