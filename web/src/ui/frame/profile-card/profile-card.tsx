import { useState } from 'preact/hooks';
import { setMuted } from '../../../actions/people.ts';
import type { User } from '../../../../../wire/users.ts';
import { serverSeconds } from '../../../store/server-clock.ts';
import { readPresence } from '../../../view/people/people.ts';
import {
  localTime,
  ownerLines,
  profileLines,
  roleName,
  type ProfileLine,
} from '../../../view/people/profile.ts';
import { parseSearch } from '../../../view/narrow/search-terms.ts';
import { quietText } from '../../../view/people/quiet.ts';
import { statusGlyph, readStatus } from '../../../view/people/status.ts';
import { t } from '../../../view/text/text.ts';
import { findAccount } from '../../../view/narrow/names.ts';
import { isMutedPerson } from '../../../view/channels/topic-visibility.ts';
import { Avatar } from '../../parts/people/avatar.tsx';
import { Button } from '../../kit/button.tsx';
import { Popover } from '../../kit/overlays/popover.tsx';
import { withEmoji } from '../../kit/emoji-text.tsx';
import { isOpenHere, openCompose } from '../../compose/state/state.ts';
import { EmojiGlyph } from '../../parts/emoji/emoji-glyph.tsx';
import { RenderedContent } from '../../parts/content/rendered-content.tsx';
import { useClient } from '../../page/client.tsx';
import { navigate } from '../../page/location.ts';
import { report } from '../../kit/toasts/report.ts';
import './profile-card.css';
import { StatusForm } from '../../parts/people/status-form.tsx';

type Props = { userId: number; anchor: Element; onClose: () => void };

/** The user card, with actions. */
export function ProfileCard({ userId, anchor, onClose }: Props) {
  const { live } = useClient();
  const user = findAccount(live, userId);
  if (user === undefined) return null;
  const quiet = quietText(live, userId);
  const presence = readPresence(live, userId, serverSeconds(live));
  return (
    <Popover anchor={anchor} label={user.full_name} side="beside" onClose={onClose}>
      <div class="profile-card">
        <div class="profile-card-head">
          <Avatar size={48} userId={userId} name={user.full_name} url={user.avatar_url} presence={presence} />
          <div class="profile-card-who">
            <p class="profile-card-name">{withEmoji(user.full_name)}</p>
            <p class="profile-card-quiet">
              {roleName(user)}
              {user.is_active && !user.is_bot && ` · ${t(`people.${presence}`)}`}
            </p>
          </div>
        </div>
        <Status userId={userId} />
        {quiet !== undefined && <p class="profile-card-quiet">{quiet}</p>}
        <Actions user={user} onClose={onClose} onLeave={() => closeDialogs(anchor, onClose)} />
        <About user={user} />
      </div>
    </Popover>
  );
}

/** The card and the dialogs that it is over: what its buttons open is in the page below. */
function closeDialogs(anchor: Element, onClose: () => void): void {
  const dialog = anchor.closest('.dialog, .search-overlay');
  onClose();
  dialog?.dispatchEvent(new Event('cancel', { cancelable: true }));
}

function Status({ userId }: { userId: number }) {
  const { live } = useClient();
  const { text } = readStatus(live, userId);
  const glyph = statusGlyph(live, userId);
  if (text === '' && glyph === undefined) return null;
  return (
    <p class="profile-card-status">
      {glyph && <EmojiGlyph glyph={glyph} isAlone />} {withEmoji(text)}
    </p>
  );
}

function About({ user }: { user: User }) {
  const { live } = useClient();
  const time = localTime(live, user, Date.now() / 1000);
  const lines: ProfileLine[] = [
    ...ownerLines(live, user),
    ...(time === undefined ? [] : [{ id: -1, name: t('profile.localTime'), text: time }]),
    ...(user.delivery_email === null
      ? []
      : [{ id: -2, name: t('profile.email'), text: user.delivery_email }]),
    ...profileLines(live, user),
  ];
  if (lines.length === 0) return null;
  return (
    <dl class="profile-card-lines">
      {lines.map((line) => (
        <div key={line.id} class="profile-card-line">
          <dt>{line.name}</dt>
          <dd>
            <Value {...line} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ text, url, html }: Pick<ProfileLine, 'text' | 'url' | 'html'>) {
  if (html !== undefined) return <RenderedContent html={html} />;
  if (url === undefined) return <>{text}</>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}

type ActionsProps = {
  user: User;
  onClose: () => void;
  /** Called before something that is done elsewhere. */
  onLeave: () => void;
};

function Actions({ user, onClose, onLeave }: ActionsProps) {
  const client = useClient();
  const { live } = client;
  const [isSetting, setSetting] = useState(false);
  const id = user.user_id;
  const isSelf = id === live.get('own').user_id;
  // System bots do not read messages.
  const isSystem = live.get('systemBots').has(id);
  const then = (act: () => void) => () => {
    onLeave();
    act();
  };
  if (isSetting) return <StatusForm onClose={onClose} />;
  const query = `sender:${user.email}`;
  const messages = { kind: 'search', query, terms: parseSearch(query) } as const;
  const isMuted = isMutedPerson(live, id);
  return (
    <div class="profile-card-actions">
      {isSelf && (
        <Button kind="primary" onClick={() => setSetting(true)}>
          {t('profile.setStatus')}
        </Button>
      )}
      {!isSelf && user.is_active && !isSystem && (
        <>
          <Button
            kind="primary"
            onClick={then(() => navigate({ screen: 'narrow', narrow: { kind: 'direct', userIds: [id] } }))}
          >
            {t('profile.message')}
          </Button>
          {isOpenHere.value && (
            <Button onClick={then(() => openCompose(undefined, `@**${user.full_name}|${id}** `))}>
              {t('profile.mention')}
            </Button>
          )}
        </>
      )}
      <Button onClick={then(() => navigate({ screen: 'narrow', narrow: messages }))}>
        {t('profile.messages')}
      </Button>
      {!isSelf && !isSystem && (
        <Button kind="quiet" onClick={() => void report(setMuted(client, id, !isMuted))}>
          {t(isMuted ? 'profile.unmute' : 'profile.mute')}
        </Button>
      )}
    </div>
  );
}
