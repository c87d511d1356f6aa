/** Computes the contrast of the design tokens as WCAG defines it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

type Theme = 'light' | 'dark';
type Colors = Record<Theme, number>;

const block = (selector: string): string => {
  const from = css.indexOf(`${selector} {`);
  return css.slice(from, css.indexOf('\n}', from));
};

/** Relative luminance of `oklch(L% C H)`. */
function getLuminance(color: string): number {
  const [lightness = 0, chroma = 0, hue = 0] = (/oklch\(([\d.]+)% ([\d.]+) ([\d.]+)/.exec(color) ?? [])
    .slice(1)
    .map(Number);
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness / 100 + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness / 100 - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness / 100 - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const [red, green, blue] = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((value) => Math.min(1, Math.max(0, value)));
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** Opaque colours of a block, by name. */
function getTokens(text: string): Map<string, Colors> {
  const found = text.matchAll(/--([\w-]+): light-dark\((oklch\([^)/]*\)), (oklch\([^)/]*\))\)/g);
  return new Map(
    [...found].map(([, name = '', light = '', dark = '']) => [
      name,
      { light: getLuminance(light), dark: getLuminance(dark) },
    ]),
  );
}

function getContrast(a: number, b: number): number {
  const [lighter, darker] = a > b ? [a, b] : [b, a];
  return (lighter + 0.05) / (darker + 0.05);
}

const usual = getTokens(block(':root'));
const high = new Map([...usual, ...getTokens(block(':root[data-high-contrast]'))]);

const texts = ['text', 'text-quiet', 'text-faint', 'accent', 'danger', 'ok', 'warn', 'mention'];
const codes = ['code-keyword', 'code-string', 'code-number', 'code-name', 'code-comment'];
const grounds = ['bg', 'bg-raised', 'bg-sunken'];

for (const [name, tokens, least] of [
  ['usual', usual, 4.5],
  ['high contrast', high, 7],
] as const)
  test(`Texts of the ${name} themes have a contrast of at least ${least} to every ground`, () => {
    const tooLow = (['light', 'dark'] as const).flatMap((theme) =>
      [...texts, ...codes].flatMap((text) =>
        grounds.flatMap((ground) => {
          const contrast = getContrast(tokens.get(text)![theme], tokens.get(ground)![theme]);
          return contrast < least ? [`${theme}: ${text} on ${ground}: ${contrast.toFixed(2)}`] : [];
        }),
      ),
    );
    assert.deepEqual(tooLow, []);
  });

test('A system that asks for more contrast gets the colors of the high contrast themes', () => {
  const lines = (text: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.startsWith('--'));
  const preferred = css.slice(css.indexOf('@media (prefers-contrast: more)'));
  assert.deepEqual(lines(preferred), lines(block(':root[data-high-contrast]')));
});

test('Texts on colored backgrounds have the required contrast too', () => {
  const pairs = [
    ['on-accent', 'accent'],
    ['accent', 'accent-bg'],
    ['danger', 'danger-bg'],
    ['mention', 'mention-bg'],
    ['warn', 'warn-bg'],
    ['text', 'hit-bg'],
    ['text', 'mention-bg'],
  ] as const;
  const tooLow = ([usual, high] as const).flatMap((tokens, at) =>
    (['light', 'dark'] as const).flatMap((theme) =>
      pairs.flatMap(([text, ground]) => {
        const contrast = getContrast(tokens.get(text)![theme], tokens.get(ground)![theme]);
        return contrast < [4.5, 7][at]! ? [`${theme}: ${text} on ${ground}: ${contrast.toFixed(2)}`] : [];
      }),
    ),
  );
  assert.deepEqual(tooLow, []);
});
