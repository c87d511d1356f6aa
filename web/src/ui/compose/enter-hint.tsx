import { X } from 'lucide-preact';
import { targetKey, type Target } from '../../store/writing/drafts.ts';
import { preference } from '../../view/preferences/preferences.ts';
import { keyLabel } from '../../view/text/keys.ts';
import { t } from '../../view/text/text.ts';
import { IconButton } from '../kit/button.tsx';
import { Icon } from '../kit/icon.tsx';
import { useClient } from '../page/client.tsx';
import { isMac } from '../page/keyboard.ts';
import { explained } from './state/enter-hint.ts';

/** The keyboards of phones and tablets have an Enter, but no keys to hold meanwhile. */
const hasFinger = (): boolean => window.matchMedia('(pointer: coarse)').matches;

/** What Enter does, in the conversation where it was first pressed. */
export function EnterHint({ to }: { to: Target }) {
  const { live } = useClient();
  const isShown = explained.value === targetKey(to);
  const enterSends = preference(live, 'enter_sends') === true;
  // Mounted with the card: screen readers announce only changes in a live region that exists already.
  return (
    <div role="status" class="compose-hint">
      {isShown && (
        <>
          <p>
            {hasFinger()
              ? t('compose.hintEnterTouch', { sends: enterSends ? 'yes' : 'no' })
              : enterSends
                ? t('compose.hintEnterSends')
                : t('compose.hintEnterLine', { key: keyLabel('send', isMac) })}
          </p>
          <IconButton label={t('compose.hintClose')} onClick={() => (explained.value = undefined)}>
            <Icon of={X} />
          </IconButton>
        </>
      )}
    </div>
  );
}
