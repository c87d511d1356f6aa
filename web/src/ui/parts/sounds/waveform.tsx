import './waveform.css';

/** The height of bars about which nothing is known. */
const least = 0.06;

/**
 * Bars as high as the sound is loud.
 * @param played the part before it is in the accent colour, from 0 to 1
 */
export function Waveform({ peaks, played }: { peaks: readonly number[]; played: number }) {
  const path = peaks
    .map((peak, at) => {
      const half = Math.max(least, peak) * 0.9;
      return `M${at + 0.5} ${(1 - half).toFixed(2)}V${(1 + half).toFixed(2)}`;
    })
    .join('');
  const box = { viewBox: `0 0 ${peaks.length} 2`, preserveAspectRatio: 'none', 'aria-hidden': true } as const;
  return (
    <span class="waveform">
      <svg {...box}>
        <path d={path} />
      </svg>
      <svg {...box} class="waveform-played" style={{ clipPath: `inset(0 ${100 - played * 100}% 0 0)` }}>
        <path d={path} />
      </svg>
    </span>
  );
}
