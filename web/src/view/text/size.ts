import { languageCode } from './text.ts';

const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** "2.4 MB", in the largest unit of which there is at least one. */
export function sizeText(bytes: number): string {
  const power = Math.min(sizeUnits.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const unit = sizeUnits[power] ?? 'byte';
  const unitDisplay = unit === 'byte' ? 'long' : 'short';
  const format = { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(languageCode(), format).format(bytes / 1000 ** power);
}
