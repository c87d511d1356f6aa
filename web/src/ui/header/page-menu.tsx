import { useRef, useState } from 'preact/hooks';
import { serverSeconds } from '../../store/server-clock.ts';
import { readPresence } from '../../view/people/people.ts';
import { t } from '../../view/text/text.ts';
import { IconButton } from '../kit/button.tsx';
import { late } from '../kit/toasts/late.tsx';
import { Avatar } from '../parts/people/avatar.tsx';
import { useClient } from '../page/client.tsx';

/** What the menu opens in its place. */
export type OpenedFromMenu = 'themes' | 'status' | 'quiet' | 'guide' | 'leaving';

const Choices = late(() => import('./page-menu-choices.tsx').then((m) => m.PageMenuChoices), {
  isAhead: true,
});
const Themes = late(() => import('./page-menu-choices.tsx').then((m) => m.ThemeMenu));
const Status = late(() => import('./status-dialog.tsx').then((m) => m.StatusDialog));
const Quiet = late(() => import('./quiet-dialog.tsx').then((m) => m.QuietDialog));
const Guide = late(() => import('./guide-dialog.tsx').then((m) => m.GuideDialog));
const SignOut = late(() => import('./session/sign-out.tsx').then((m) => m.SignOut));

/** The person's own menu, which is also that of the page. */
export function PageMenu() {
  const [opened, setOpened] = useState<OpenedFromMenu | 'menu'>();
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setOpened(undefined);
  const isMenu = opened === 'menu' || opened === 'themes';
  return (
    <>
      <IconButton
        id="frame-menu"
        label={t('frame.menu')}
        command="gear"
        aria-haspopup="menu"
        aria-expanded={isMenu}
        buttonRef={button}
        onClick={() => setOpened(isMenu ? undefined : 'menu')}
      >
        <OwnAvatar />
      </IconButton>
      {opened === 'menu' && <Choices anchor={button.current!} onClose={close} onOpen={setOpened} />}
      {opened === 'themes' && <Themes anchor={button.current!} onClose={close} />}
      {opened === 'status' && <Status onClose={close} />}
      {opened === 'quiet' && <Quiet onClose={close} />}
      {opened === 'guide' && <Guide onClose={close} />}
      {opened === 'leaving' && <SignOut onClose={close} />}
    </>
  );
}

function OwnAvatar() {
  const { live } = useClient();
  const own = live.get('own');
  const presence = readPresence(live, own.user_id, serverSeconds(live));
  return (
    <Avatar size={24} userId={own.user_id} name={own.full_name} url={own.avatar_url} presence={presence} />
  );
}
