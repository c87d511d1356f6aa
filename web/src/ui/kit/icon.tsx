import type { LucideIcon } from 'lucide-preact';
import './icon.css';

/** Import the icon itself (`import { Star } from 'lucide-preact'`), so that only used ones are bundled. */
export function Icon({
  of: Picture,
  size = 16,
  isFilled = false,
}: {
  of: LucideIcon;
  size?: 16 | 20;
  isFilled?: boolean;
}) {
  return (
    <Picture size={size} strokeWidth={1.75} aria-hidden="true" fill={isFilled ? 'currentColor' : 'none'} />
  );
}
