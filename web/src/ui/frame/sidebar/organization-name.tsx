import { useState } from 'preact/hooks';
import { ChevronDown } from 'lucide-preact';
import { Icon } from '../../kit/icon.tsx';
import { late } from '../../kit/toasts/late.tsx';
import { useClient } from '../../page/client.tsx';
import './organization-name.css';

const Choices = late(() => import('./organization-menu.tsx').then((m) => m.OrganizationMenu), {
  isAhead: true,
});
const About = late(() => import('./about-dialog.tsx').then((m) => m.AboutDialog));

/** The logo if there is one, otherwise icon and name; opens the menu of the organization. */
export function OrganizationName() {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const [isAbout, setAbout] = useState(false);
  return (
    <div class="organization-name">
      <button
        type="button"
        class="organization-name-button"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(anchor === null ? event.currentTarget : null)}
      >
        <Name />
        <span class="organization-name-open">
          <Icon of={ChevronDown} />
        </span>
      </button>
      {anchor && <Choices anchor={anchor} onClose={() => setAnchor(null)} onAbout={() => setAbout(true)} />}
      {isAbout && <About onClose={() => setAbout(false)} />}
    </div>
  );
}

function Name() {
  const { live } = useClient();
  const { realm_name: name = 'Heddle', ...pictures } = live.get('organization');
  const logo = pictures.realm_logo_source === 'U' ? pictures.realm_logo_url : undefined;
  const night = pictures.realm_night_logo_source === 'U' ? pictures.realm_night_logo_url : logo;
  if (logo !== undefined)
    return (
      <>
        <img class="organization-name-logo organization-name-logo-day" src={logo} alt={name} />
        <img class="organization-name-logo organization-name-logo-night" src={night} alt={name} />
      </>
    );
  return (
    <>
      {pictures.realm_icon_source === 'U' ? (
        <img class="organization-name-icon" src={pictures.realm_icon_url} alt="" />
      ) : (
        <span class="organization-name-icon" aria-hidden="true">
          {[...name][0]?.toLocaleUpperCase()}
        </span>
      )}
      <span class="one-line" dir="auto">
        {name}
      </span>
    </>
  );
}
