import { useClient } from '../../page/client.tsx';
import './organization-name.css';

/** The logo if there is one, otherwise icon and name. */
export function OrganizationName() {
  const { live } = useClient();
  const { realm_name: name = 'Heddle', ...pictures } = live.get('organization');
  const logo = pictures.realm_logo_source === 'U' ? pictures.realm_logo_url : undefined;
  const night = pictures.realm_night_logo_source === 'U' ? pictures.realm_night_logo_url : logo;
  if (logo !== undefined)
    return (
      <p class="organization-name">
        <img class="organization-name-logo organization-name-logo-day" src={logo} alt={name} />
        <img class="organization-name-logo organization-name-logo-night" src={night} alt={name} />
      </p>
    );
  return (
    <p class="organization-name">
      {pictures.realm_icon_source === 'U' ? (
        <img class="organization-name-icon" src={pictures.realm_icon_url} alt="" />
      ) : (
        <span class="organization-name-icon" aria-hidden="true">
          {[...name][0]?.toLocaleUpperCase()}
        </span>
      )}
      <span class="one-line">{name}</span>
    </p>
  );
}
