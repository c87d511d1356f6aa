import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiFailure } from '../../../../connection/api.ts';
import { saveSetting, savePermission } from '../../../../actions/settings.ts';
import { isAnonymousGroup } from '../../../../store/organization/permissions.ts';
import type { Setting } from '../../../../view/settings/setting.ts';
import { noneValue, getOptions, getValue, whyNot } from '../../../../view/settings/values.ts';
import { mailHint } from '../../../../view/text/mail.ts';
import { t } from '../../../../view/text/text.ts';
import { Button } from '../../../kit/button.tsx';
import { Select, Switch, TextField, type SaveState } from '../../../kit/field.tsx';
import { useSaving } from '../../../kit/use-saving.ts';
import { playSound } from '../../../parts/notices/sound.ts';
import { useClient } from '../../../page/client.tsx';
import { PermissionSelect } from '../../../parts/permissions/permission-select.tsx';

type Save = (saving: Promise<ApiFailure | undefined>) => void;
type Props = {
  setting: Setting;
  /** The page already says why nothing can be changed. */
  isQuiet: boolean;
  /** Above it stands that no emails are sent. */
  isUnderHint: boolean;
};
type KindProps = Props & { state: SaveState; save: Save; isDisabled: boolean; hint: string | undefined };

/**
 * The control of a setting from the tables: saves at once, shows the state next to it, and rolls back if it is refused.
 * A setting that the server does not send is not shown.
 */
export function Control({ setting, isQuiet, isUnderHint }: Props) {
  const { live } = useClient();
  const [state, save] = useSaving();
  const reason = whyNot(live, setting);
  if (getValue(live, setting) === undefined) return null;
  const noMail = setting.needsMail === true && !isUnderHint ? mailHint(live) : undefined;
  const hint = reason !== undefined && !isQuiet ? reason : (noMail ?? setting.hint);
  const props = {
    setting,
    isQuiet,
    isUnderHint,
    state,
    save,
    isDisabled: reason !== undefined,
    hint: hint && t(hint),
  };
  switch (setting.kind) {
    case 'switch':
      return <SwitchControl {...props} />;
    case 'text':
    case 'number':
      return <TextControl {...props} />;
    case 'permission':
      return <PermissionControl {...props} />;
    case 'sound':
      return <SoundControl {...props} />;
    default:
      return <ListControl {...props} />;
  }
}

const common = ({ setting, state, isDisabled, hint }: KindProps) => ({
  label: t(setting.label),
  hint,
  save: state,
  isDisabled,
});

function SwitchControl(props: KindProps) {
  const client = useClient();
  const { setting, save } = props;
  const isInverted = setting.kind === 'switch' && setting.isInverted;
  return (
    <Switch
      {...common(props)}
      isOn={(getValue(client.live, setting) === true) !== isInverted}
      onChange={(isOn) => save(saveSetting(client, setting, isOn !== isInverted))}
    />
  );
}

function TextControl(props: KindProps) {
  const client = useClient();
  const { setting, save } = props;
  const stored = getValue(client.live, setting);
  const current = typeof stored === 'string' || typeof stored === 'number' ? String(stored) : '';
  const [draft, setDraft] = useState<string>();
  const isNumber = setting.kind === 'number';
  const commit = (text: string) => {
    setDraft(undefined);
    const value = text.trim();
    const isEmpty = value === '' && !(setting.kind === 'text' && setting.mayBeEmpty);
    if (value === current || isEmpty) return;
    const none = setting.kind === 'text' ? setting.none : undefined;
    if (value === '' && none !== undefined) save(saveSetting(client, setting, null, none));
    else save(saveSetting(client, setting, isNumber ? Math.trunc(Number(value)) : value));
  };
  return (
    <TextField
      {...common(props)}
      value={draft ?? current}
      type={isNumber ? 'number' : 'text'}
      {...(setting.kind === 'text' ? { rows: setting.rows, maxLength: setting.longest } : {})}
      onInput={setDraft}
      onCommit={commit}
    />
  );
}

function PermissionControl(props: KindProps) {
  const client = useClient();
  const { live } = client;
  const { setting, save } = props;
  const current = getValue(live, setting);
  if (typeof current !== 'number' && !isAnonymousGroup(current)) return null;
  const rules = live.get('organization').server_supported_permission_settings?.realm;
  const rule = Object.entries(rules ?? {}).find(([name]) => name === setting.name)?.[1];
  return (
    <PermissionSelect
      {...common(props)}
      current={current}
      rules={rule}
      onSave={(value) => save(savePermission(client, setting, value))}
    />
  );
}

/** Plays a sound when it is chosen. */
function SoundControl(props: KindProps) {
  const { live } = useClient();
  const current = getValue(live, props.setting);
  const play = (value: unknown) => typeof value === 'string' && playSound(value);
  return (
    <ListControl
      {...props}
      onChosen={play}
      beside={
        <Button disabled={current === 'none'} onClick={() => play(current)}>
          {t('settings.sound.play')}
        </Button>
      }
    />
  );
}

type ListProps = KindProps & {
  onChosen?: (value: number | string) => void;
  beside?: ComponentChildren;
};

function ListControl(props: ListProps) {
  const client = useClient();
  const { setting, save, onChosen, beside } = props;
  const current = getValue(client.live, setting);
  const choose = (value: number | string) => {
    onChosen?.(value);
    const isLimit = setting.kind === 'seconds' || setting.kind === 'days';
    if (isLimit && value === noneValue) save(saveSetting(client, setting, setting.never, 'unlimited'));
    else save(saveSetting(client, setting, value));
  };
  return (
    <Select
      {...common(props)}
      value={typeof current === 'number' || typeof current === 'string' ? current : noneValue}
      options={getOptions(client.live, setting, current)}
      beside={beside}
      onChange={choose}
    />
  );
}
