import { serverSeconds } from '../../../store/server-clock.ts';
import { findAccount, personName } from '../../../view/narrow/names.ts';
import { readPresence } from '../../../view/people/people.ts';
import { Avatar, type AvatarProps } from './avatar.tsx';
import { useClient } from '../../page/client.tsx';
import { LateAvatar } from './late-avatar.tsx';
import './person-picture.css';

/** The image of a direct conversation: the other's avatar, the person's own for notes, or the number of others. */
export function PersonPicture({
  userIds,
  size,
  isLate,
}: {
  userIds: readonly number[];
  size: NonNullable<AvatarProps['size']>;
  /** In lists whose rows change with each letter that is typed. */
  isLate?: boolean;
}) {
  const { live } = useClient();
  if (userIds.length > 1) {
    return (
      <span class={`person-picture-group person-picture-${size} numeric`} aria-hidden="true">
        {userIds.length}
      </span>
    );
  }
  const own = live.get('own');
  const id = userIds[0] ?? own.user_id;
  const user = findAccount(live, id);
  const presence = userIds.length === 1 ? { presence: readPresence(live, id, serverSeconds(live)) } : {};
  const Picture = isLate ? LateAvatar : Avatar;
  // The letter is that of the name itself, which the text of a list may begin with other characters.
  const name = id === own.user_id ? own.full_name : personName(live, id);
  return <Picture size={size} userId={id} name={name} url={user?.avatar_url} {...presence} />;
}
