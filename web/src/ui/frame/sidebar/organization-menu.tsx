import { Building2, Hash, Info, UserPlus, Users } from 'lucide-preact';
import { mayInvite } from '../../../view/channels/channel-rights.ts';
import { t } from '../../../view/text/text.ts';
import { Menu } from '../../kit/overlays/menu.tsx';
import { useClient } from '../../page/client.tsx';
import { navigate } from '../../page/location.ts';

type Props = { anchor: Element; onClose: () => void; onAbout: () => void };

/** What concerns everyone. */
export function OrganizationMenu({ anchor, onClose, onAbout }: Props) {
  const { live } = useClient();
  const { realm_name: name = 'Heddle' } = live.get('organization');
  const invitation = {
    text: t('frame.invite'),
    icon: UserPlus,
    onChoose: () => navigate({ screen: 'organization', page: 'invitations' }),
  };
  return (
    <Menu
      anchor={anchor}
      label={name}
      onClose={onClose}
      items={[
        ...(mayInvite(live) ? [invitation] : []),
        {
          text: t('views.people'),
          icon: Users,
          onChoose: () => navigate({ screen: 'people', page: '' }),
        },
        {
          text: t('views.channels'),
          icon: Hash,
          onChoose: () => navigate({ screen: 'channels', page: '' }),
        },
        'line',
        {
          text: t('frame.organizationSettings'),
          icon: Building2,
          onChoose: () => navigate({ screen: 'organization', page: '' }),
        },
        { text: t('about.title', { name }), icon: Info, onChoose: onAbout },
      ]}
    />
  );
}
