import { useState } from 'preact/hooks';
import { Ellipsis } from 'lucide-preact';
import { t } from '../../view/text/text.ts';
import { IconButton } from '../kit/button.tsx';
import { Icon } from '../kit/icon.tsx';
import { late } from '../kit/toasts/late.tsx';

const Choices = late(() => import('./page-menu-choices.tsx').then((m) => m.PageMenuChoices), {
  isAhead: true,
});
const Quiet = late(() => import('./page-menu-choices.tsx').then((m) => m.QuietDialog));
const SignOut = late(() => import('./session/sign-out.tsx').then((m) => m.SignOut));

/** The main menu. */
export function PageMenu() {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const [isPausing, setPausing] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  return (
    <>
      <IconButton
        id="frame-menu"
        label={t('frame.menu')}
        command="gear"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(anchor === null ? event.currentTarget : null)}
      >
        <Icon of={Ellipsis} size={20} />
      </IconButton>
      {anchor && (
        <Choices
          anchor={anchor}
          onClose={() => setAnchor(null)}
          onQuiet={() => setPausing(true)}
          onSignOut={() => setLeaving(true)}
        />
      )}
      {isPausing && <Quiet onClose={() => setPausing(false)} />}
      {isLeaving && <SignOut onClose={() => setLeaving(false)} />}
    </>
  );
}
