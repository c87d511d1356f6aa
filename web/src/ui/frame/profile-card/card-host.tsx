import { useEffect } from 'preact/hooks';
import { ErrorBoundary } from '../../kit/error-boundary.tsx';
import { late } from '../../kit/toasts/late.tsx';
import { openedCard } from '../../parts/people/card-state.ts';

const ProfileCard = late(() => import('./profile-card.tsx').then((m) => m.ProfileCard));

/** Opens the user card on clicks on elements with `data-person-id` and on mentions. */
export function CardHost() {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      // Clicks have elements as targets.
      const clicked = (event.target as Element).closest<HTMLElement>(
        '[data-person-id], .user-mention[data-user-id]',
      );
      const userId = Number(clicked?.dataset.personId ?? clicked?.dataset.userId ?? Number.NaN);
      if (clicked === null || Number.isNaN(userId)) return;
      event.preventDefault();
      // Next to the avatar, since a row may be as wide as the page.
      openedCard.value = { userId, anchor: clicked.querySelector('.avatar') ?? clicked };
    };
    // Before a surrounding link is followed.
    document.addEventListener('click', onClick, true);
    return () => document.removeEventListener('click', onClick, true);
  }, []);
  const opened = openedCard.value;
  if (opened === undefined) return null;
  return (
    <ErrorBoundary>
      <ProfileCard key={opened.userId} {...opened} onClose={() => (openedCard.value = undefined)} />
    </ErrorBoundary>
  );
}
