import { useComputed, useSignal } from '@preact/signals';
import { useMemo, useState } from 'preact/hooks';
import { Pencil } from 'lucide-preact';
import type { Role } from '../../../../../../wire/core.ts';
import type { User } from '../../../../../../wire/users.ts';
import {
  deactivatePerson,
  reactivatePerson,
  setRole,
  type Deletions,
  changePerson,
} from '../../../../actions/organization/members.ts';
import { directorySearch, type DirectoryRow } from '../../../../view/people/directory.ts';
import { roleText } from '../../../../view/people/profile.ts';
import {
  mayAddPerson,
  mayChangePerson,
  mayChangeRole,
  personRows,
  roleChoices,
  mayCreatePasswordLink,
} from '../../../../view/settings/people-list.ts';
import { withMail } from '../../../../view/text/mail.ts';
import { t } from '../../../../view/text/text.ts';
import { Checkbox, Select, TextField } from '../../../kit/field.tsx';
import { Button, IconButton } from '../../../kit/button.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { Skeleton } from '../../../kit/skeleton.tsx';
import { useSaving } from '../../../kit/use-saving.ts';
import { isAdministrator } from '../../../../view/channels/channel-rights.ts';
import { useClient } from '../../../page/client.tsx';
import { useLate, useSettled } from '../../../page/quiet.ts';
import { PersonButton } from '../../../parts/people/person-button.tsx';
import { PersonPicture } from '../../../parts/people/person-picture.tsx';
import { AddPerson } from './add-person.tsx';
import { AskFirst } from '../base/ask-first.tsx';
import { ErrorLine } from '../base/error-line.tsx';
import { Group } from '../base/sections.tsx';
import { requirePasswordChange, resetTwoFactor } from '../../../../actions/two-factor.ts';
import { isOwner } from '../../../../view/settings/values.ts';
import { Dialog } from '../../../kit/overlays/dialog.tsx';
import { NameField } from '../base/name-field.tsx';
import { ProfileFields } from '../account/profile-fields.tsx';
import { PasswordLink } from './password-link.tsx';

/** Users with their roles; a limited number at once, with a filter for the rest. */
const most = 100;
/** Those in view, which are drawn with each letter. */
const mostInView = 12;

export function Users() {
  const { live } = useClient();
  const filter = useSignal('');
  const isTyping = useSignal(false);
  const isActive = useSignal(true);
  const all = useComputed(() => personRows(live, isActive.value));
  const find = useMemo(directorySearch, []);
  const people = useComputed(() => find(all.value, filter.value)).value;
  const [isSettled] = useSettled(`${isActive.value} ${filter.value}`);
  return (
    <Group>
      {mayAddPerson(live) && <AddPerson />}
      {!isAdministrator(live) && <p class="settings-notice">{t('organization.onlyAdministrators')}</p>}
      <TextField
        label={t('people.filter')}
        type="search"
        value={filter.value}
        onInput={(text) => {
          filter.value = text;
          isTyping.value = text !== '';
        }}
        onCommit={() => (isTyping.value = false)}
      />
      <Checkbox
        label={t('organization.users.deactivated')}
        isOn={!isActive.value}
        onChange={(isOn) => (isActive.value = !isOn)}
      />
      {live.hasPeople.value ? (
        <Rows people={people} most={isSettled ? most : mostInView} isTyped={isTyping.value} />
      ) : (
        <Skeleton kind="row" rows={10} />
      )}
    </Group>
  );
}

type RowsProps = { people: readonly DirectoryRow[]; most: number; isTyped: boolean };

const Rows = ({ people, most: shown, isTyped }: RowsProps) => (
  <>
    {people.length === 0 && <p class="settings-hint">{t('common.nothingFound')}</p>}
    <ul role="list" class="settings-rows">
      {people.slice(0, shown).map(({ user }) => (
        <Person key={user.user_id} user={user} isTyped={isTyped} />
      ))}
    </ul>
    {people.length > most && <p class="settings-hint">{t('recent.more', { count: people.length - most })}</p>}
  </>
);

type PersonProps = {
  user: User;
  /** What matches a filter changes with each letter: those who are new get their controls once no more are typed, or Tab leaves the field. */
  isTyped: boolean;
};

function Person({ user, isTyped }: PersonProps) {
  const { live } = useClient();
  const [isQuiet, show] = useLate();
  const isSelf = user.user_id === live.get('own').user_id;
  return (
    <li class="settings-row" onPointerEnter={isQuiet ? undefined : show}>
      <PersonButton userId={user.user_id} class="settings-row-person">
        <PersonPicture userIds={[user.user_id]} size={32} isLate />
        <span class="settings-row-words">
          <span class="settings-row-name one-line">
            {isSelf ? <OwnName name={user.full_name} /> : user.full_name}
          </span>
          <span class="settings-row-about">{user.delivery_email ?? ''}</span>
        </span>
      </PersonButton>
      {isQuiet || !isTyped ? <Controls user={user} /> : <span class="settings-row-later" />}
    </li>
  );
}

/** The page's direction orders the two, whatever that of the name. */
const OwnName = ({ name }: { name: string }) => (
  <>
    <bdi>{name}</bdi> <span class="settings-row-about">{t('people.you')}</span>
  </>
);

function Controls({ user }: { user: User }) {
  const { live } = useClient();
  return (
    <>
      {mayChangePerson(live, user) && <Edit user={user} />}
      {mayChangeRole(live, user) ? <Changes user={user} /> : <span>{t(roleText[user.role])}</span>}
    </>
  );
}

function Edit({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t('lists.editName', { name: user.full_name })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon of={Pencil} />
      </IconButton>
      {isOpen && <PersonDialog userId={user.user_id} onClose={() => setOpen(false)} />}
    </>
  );
}

function Changes({ user }: { user: User }) {
  const client = useClient();
  const [state, save] = useSaving();
  if (!user.is_active) {
    return (
      <>
        <Button onClick={() => save(reactivatePerson(client, user.user_id))}>
          {t('organization.users.reactivate')}
        </Button>
        <ErrorLine reason={typeof state === 'object' ? state.error : undefined} />
      </>
    );
  }
  return (
    <>
      <Select<Role>
        label={t('organization.users.roleOf', { name: user.full_name })}
        isLabelHidden
        value={user.role}
        options={roleChoices(client.live).map((role) => ({ value: role, text: t(roleText[role]) }))}
        save={state}
        onChange={(role) => save(setRole(client, user.user_id, role))}
      />
      <Deactivate user={user} />
    </>
  );
}

const kinds = [
  'delete_profile',
  'delete_public_channel_messages',
  'delete_private_channel_messages',
  'delete_direct_messages',
] as const satisfies readonly (keyof Deletions)[];

function Deactivate({ user }: { user: User }) {
  const client = useClient();
  const [deletions, setDeletions] = useState<Deletions>({});
  const [letter, setLetter] = useState('');
  return (
    <AskFirst
      action={t('organization.users.deactivateName', { name: user.full_name })}
      button={t('organization.users.deactivate')}
      hint={t('organization.users.deactivateHint')}
      run={() => deactivatePerson(client, user.user_id, deletions, letter.trim())}
    >
      {kinds.map((kind) => (
        <Checkbox
          key={kind}
          label={t(`organization.users.${kind}`)}
          isOn={deletions[kind] === true}
          onChange={(isOn) => setDeletions({ ...deletions, [kind]: isOn })}
        />
      ))}
      <TextField
        label={t('organization.users.letter')}
        hint={withMail(client.live, t('organization.users.letterHint'))}
        rows={3}
        maxLength={2000}
        value={letter}
        onInput={setLetter}
      />
    </AskFirst>
  );
}

/** Another user's profile; each control saves at once. */
function PersonDialog({ userId, onClose }: { userId: number; onClose: () => void }) {
  const client = useClient();
  const user = client.live.get('users').get(userId);
  if (user === undefined) return null;
  return (
    <Dialog title={user.full_name} onClose={onClose}>
      <div class="settings-column">
        <Group>
          <NameField
            name={user.full_name}
            rename={(name) => changePerson(client, userId, { full_name: name })}
          />
        </Group>
        <ProfileFields userId={userId} />
        {mayCreatePasswordLink(client.live, user) && <PasswordLink user={user} />}
        {isOwner(client.live) && !user.is_bot && userId !== client.live.get('own').user_id && (
          <Group title="twoFactor.title">
            <AskFirst
              action={t('twoFactor.reset')}
              hint={`${t('twoFactor.resetHint')} ${withMail(client.live, t('twoFactor.resetMailHint'))}`}
              run={() => resetTwoFactor(client, userId)}
            />
            <AskFirst
              action={t('signInRules.requireChange')}
              hint={t('signInRules.requireChangeHint')}
              run={() => requirePasswordChange(client, userId)}
            />
          </Group>
        )}
      </div>
    </Dialog>
  );
}
