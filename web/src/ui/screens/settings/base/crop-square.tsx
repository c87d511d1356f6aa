import { useRef } from 'preact/hooks';
import { mostZoom, moved, zoomed, getZoom, type Crop, type Size } from '../../../../view/settings/crop.ts';
import { t } from '../../../../view/text/text.ts';
import '../account/own-picture.css';

type Props = { url: string; size: Size; crop: Crop; onCrop: (crop: Crop) => void };

/** Distance of an arrow key, as a fraction of the side of the square. */
const step = 0.05;

const arrows: Partial<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};

/** The picture behind a square window, moved by pointer or arrow keys and zoomed by wheel or slider. */
export function CropSquare({ url, size, crop, onCrop }: Props) {
  const last = useRef<{ x: number; y: number }>();
  const onPointerMove = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    if (last.current === undefined) return;
    const width = event.currentTarget.clientWidth;
    const right = (last.current.x - event.clientX) / width;
    const down = (last.current.y - event.clientY) / width;
    last.current = { x: event.clientX, y: event.clientY };
    onCrop(moved(size, crop, right, down));
  };
  const end = () => {
    last.current = undefined;
  };
  return (
    <div class="crop">
      <div
        class="crop-square"
        role="group"
        tabIndex={0}
        aria-label={t('picture.square')}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          last.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={onPointerMove}
        onPointerUp={end}
        onPointerCancel={end}
        onWheel={(event) => {
          event.preventDefault();
          onCrop(zoomed(size, crop, getZoom(size, crop) * (event.deltaY < 0 ? 1.1 : 1 / 1.1)));
        }}
        onKeyDown={(event) => {
          const move = arrows[event.key];
          if (move === undefined) return;
          event.preventDefault();
          onCrop(moved(size, crop, ...move));
        }}
      >
        <Picture url={url} size={size} crop={crop} />
        <div class="crop-frame" />
      </div>
      <label class="crop-zoom">
        {t('picture.zoom')}
        <input
          type="range"
          min={1}
          max={mostZoom}
          step={0.01}
          value={getZoom(size, crop)}
          onInput={(event) => onCrop(zoomed(size, crop, event.currentTarget.valueAsNumber))}
        />
      </label>
    </div>
  );
}

function Picture({ url, size, crop }: Omit<Props, 'onCrop'>) {
  const percent = (pixels: number): string => `${(pixels / crop.side) * 100}%`;
  return (
    <img
      class="crop-picture"
      src={url}
      alt=""
      style={{
        width: percent(size.width),
        height: percent(size.height),
        left: percent(-crop.x),
        top: percent(-crop.y),
      }}
    />
  );
}
