import { Download, Pause, Play } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import { toLength } from '../../../view/sounds/length.ts';
import { isVoiceFile } from '../../../view/sounds/voice-file.ts';
import { t } from '../../../view/text/text.ts';
import { IconButton } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Tooltip } from '../../kit/tooltip.tsx';
import { whenQuiet } from '../../page/quiet.ts';
import { bars, loadShape, savesData, type Shape } from './peaks.ts';
import { changeSpeed, openPlayback, speed, type Playback } from './playback.ts';
import './sound-player.css';
import { Waveform } from './waveform.tsx';

type Props = {
  url: string;
  name: string;
  /** The shape of a recording, if it is known already. */
  shape?: Shape;
};

/** Plays a file: play and pause, the position with the waveform, and the speed. */
export function SoundPlayer({ url, name, shape }: Props) {
  const playback = usePlayback(url, shape !== undefined);
  return playback && <Player playback={playback} url={url} name={name} shape={shape} />;
}

/** @param isOwn nothing else shows it: it ends with its player */
function usePlayback(url: string, isOwn: boolean): Playback | undefined {
  const [opened, setOpened] = useState<{ url: string; playback: Playback }>();
  useEffect(() => {
    const { playback, release } = openPlayback(url);
    setOpened({ url, playback });
    return () => {
      if (isOwn) playback.pause();
      release();
    };
  }, [url]);
  return opened?.url === url ? opened.playback : undefined;
}

const flat: readonly number[] = Array.from({ length: bars }, () => 0);

type PlayerProps = { playback: Playback; url: string; name: string; shape: Shape | undefined };

function Player({ playback, url, name, shape: given }: PlayerProps) {
  const loaded = useShape(url, playback, given !== undefined);
  const shape = given ?? loaded;
  const position = playback.position.value;
  const length = playback.length.value ?? shape?.seconds;
  const isPlaying = playback.isPlaying.value;
  const hasFailed = playback.hasFailed.value;
  return (
    <div class="sound" role="group" aria-label={name}>
      <IconButton
        label={t(isPlaying ? 'sounds.pause' : 'sounds.play')}
        disabled={hasFailed}
        onClick={() => playback.toggle()}
      >
        <Icon of={isPlaying ? Pause : Play} isFilled />
      </IconButton>
      {hasFailed ? (
        <span class="sound-failed" role="status">
          {t('sounds.failed')}
        </span>
      ) : (
        <>
          <Track playback={playback} length={length} peaks={shape?.peaks ?? flat} />
          <span class="sound-time">{getTime(position, length)}</span>
          <SpeedButton />
        </>
      )}
      {given === undefined && (
        <Tooltip text={t('sounds.download')}>
          <a class="icon-button" href={url} download aria-label={t('sounds.download')}>
            <Icon of={Download} />
          </a>
        </Tooltip>
      )}
    </div>
  );
}

/** The length before it has begun, as what people ask first. */
const getTime = (position: number, length: number | undefined): string =>
  position === 0 && length !== undefined ? toLength(length) : toLength(position);

/** Voice messages show their waveforms at once, other files once they are played. */
function useShape(url: string, playback: Playback, isGiven: boolean): Shape | undefined {
  const [shape, setShape] = useState<Shape>();
  const isWanted = playback.isPlaying.value;
  const isSoon = isVoiceFile(url) && !savesData();
  useEffect(() => {
    if (isGiven || shape !== undefined || (!isWanted && !isSoon)) return undefined;
    let isHere = true;
    const load = () => void loadShape(url).then((found) => isHere && setShape(found));
    const cancel = isWanted ? undefined : whenQuiet(load);
    if (isWanted) load();
    return () => {
      isHere = false;
      cancel?.();
    };
  }, [url, isWanted]);
  return shape;
}

/** What an arrow moves by. */
const stepSeconds = 5;

type TrackProps = { playback: Playback; length: number | undefined; peaks: readonly number[] };

/** A slider over the waveform. */
function Track({ playback, length, peaks }: TrackProps) {
  const position = playback.position.value;
  const most = length ?? Math.max(1, position);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = keySteps[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step !== undefined) playback.seek(position + step * Math.min(stepSeconds, most / 10));
    else if (event.key === ' ') playback.toggle();
    else return;
    event.preventDefault();
  };
  return (
    <span class="sound-track">
      <Waveform peaks={peaks} played={length === undefined ? 0 : Math.min(1, position / most)} />
      <input
        type="range"
        min={0}
        max={most}
        step="any"
        value={position}
        disabled={length === undefined}
        aria-label={t('sounds.position')}
        aria-valuetext={t('sounds.at', { position: toLength(position), length: toLength(most) })}
        onInput={(event) => playback.seek(event.currentTarget.valueAsNumber)}
        onKeyDown={onKeyDown}
      />
    </span>
  );
}

/** Time goes from left to right in every language. */
const keySteps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
};

function SpeedButton() {
  const shown = speed.value.toLocaleString();
  const label = t('sounds.speed', { speed: shown });
  return (
    <Tooltip text={label}>
      <button type="button" class="sound-speed" dir="ltr" aria-label={label} onClick={changeSpeed}>
        {`${shown}×`}
      </button>
    </Tooltip>
  );
}
