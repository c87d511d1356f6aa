import { useRef, useState } from 'preact/hooks';
import { setStatus } from '../../../actions/people.ts';
import type { EmojiId } from '../../../view/emoji/emoji.ts';
import type { Live } from '../../../store/live.ts';
import { serverNow, serverSeconds } from '../../../store/server-clock.ts';
import { getClock } from '../../../view/preferences/preferences.ts';
import { getComingTime } from '../../../view/text/times.ts';
import { getGlyph } from '../../../view/emoji/reactions.ts';
import { readStatus } from '../../../view/people/status.ts';
import {
  endOfStatus,
  statusPresets,
  statusTimes,
  type StatusTime,
} from '../../../view/people/status-choices.ts';
import { EmojiGlyph } from '../emoji/emoji-glyph.tsx';
import { t } from '../../../view/text/text.ts';
import { Button } from '../../kit/button.tsx';
import { Select, TextField, type SaveState } from '../../kit/field.tsx';
import { submitByKey } from '../../kit/overlays/submit-by-key.ts';
import { useClient } from '../../page/client.tsx';
import { failureText } from '../../../view/text/failure.ts';
import './status-form.css';
import { StatusEmoji } from './status-emoji.tsx';

const longest = 60;

function getTimeOptions(live: Live, until: number | undefined): { value: StatusTime; text: string }[] {
  const options = statusTimes.map((value) => ({ value, text: t('profile.statusTime', { time: value }) }));
  if (until === undefined) return options;
  const text = getComingTime(until / 1000, serverSeconds(live), getClock(live));
  return [{ value: 'kept', text }, ...options];
}

/** The person's own status. */
export function StatusForm({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const before = readStatus(client.live, client.live.get('own').user_id);
  const [text, setText] = useState(before.text);
  const [emoji, setEmoji] = useState(before.emoji);
  const [time, setTime] = useState<StatusTime>(before.until === undefined ? 'never' : 'kept');
  const [save, setSave] = useState<SaveState>('idle');
  // Takes the focus of buttons that are gone once they have been pressed.
  const submit = useRef<HTMLButtonElement>(null);
  const commit = async (to: string, sign: EmojiId | undefined) => {
    setSave('saving');
    const failure = await setStatus(
      client,
      to,
      sign,
      endOfStatus(time, serverNow(client.live), before.until),
    );
    if (failure === undefined) onClose();
    else setSave({ error: failureText(failure) });
  };
  return (
    <form
      class="status-form"
      onKeyDown={submitByKey}
      onSubmit={(event) => {
        event.preventDefault();
        void commit(text.trim(), emoji);
      }}
    >
      <TextField
        label={t('profile.status')}
        isLabelHidden
        placeholder={t('profile.statusHint')}
        value={text}
        maxLength={longest}
        onInput={setText}
        save={save}
      />
      <StatusEmoji
        emoji={emoji}
        onChange={(sign) => {
          setEmoji(sign);
          if (sign === undefined) submit.current?.focus();
        }}
      />
      {text === '' && emoji === undefined && (
        <Presets
          onChoose={(preset) => {
            setText(t('profile.statusPreset', { kind: preset.key }));
            setEmoji(preset.emoji);
            setTime(preset.time);
            submit.current?.focus();
          }}
        />
      )}
      <Select
        label={t('profile.statusClears')}
        value={time}
        options={getTimeOptions(client.live, before.until)}
        onChange={setTime}
      />
      <div class="status-form-actions">
        <Button kind="primary" type="submit" buttonRef={submit}>
          {t('common.save')}
        </Button>
        {(before.text !== '' || before.emoji !== undefined) && (
          <Button onClick={() => void commit('', undefined)}>{t('profile.clearStatus')}</Button>
        )}
      </div>
    </form>
  );
}

type Preset = (typeof statusPresets)[number];

function Presets({ onChoose }: { onChoose: (preset: Preset) => void }) {
  const { live } = useClient();
  return (
    <div class="status-form-presets">
      {statusPresets.map((preset) => (
        <Button key={preset.key} kind="quiet" onClick={() => onChoose(preset)}>
          <EmojiGlyph glyph={getGlyph(live, preset.emoji)} />
          {t('profile.statusPreset', { kind: preset.key })}
        </Button>
      ))}
    </div>
  );
}
