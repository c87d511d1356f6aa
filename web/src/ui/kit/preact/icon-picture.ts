/**
 * Renders icons of `lucide-preact` in place of the library's own component, which has unused contexts and options and
 * copies every attribute four times. Substituted by `vite.config.ts`.
 */
import { h, type FunctionComponent } from 'preact';

type Picture = {
  name: string;
  aliases?: readonly string[];
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[];
};

const common = {
  xmlns: 'http://www.w3.org/2000/svg',
  viewBox: '0 0 24 24',
  stroke: 'currentColor',
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
};

type Props = { size: number; strokeWidth: number; fill: string };

export default function createIcon({ name, aliases = [], node }: Picture): FunctionComponent<Props> {
  const names = ['lucide', ...[name, ...aliases].map((each) => `lucide-${each}`)].join(' ');
  return ({ size, strokeWidth, ...props }) =>
    h(
      'svg',
      { ...common, class: names, width: size, height: size, 'stroke-width': strokeWidth, ...props },
      node.map(([tag, attributes]) => h(tag, attributes)),
    );
}
