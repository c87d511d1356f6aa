/**
 * The page of the web client for a browser with an empty cache: it contains the style sheet, the response to `/register`
 * that its script would request, and the first visible messages: on a slow network, one round trip instead of three.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { UserSettings } from '../../../../wire/settings.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import { getDirection, getLanguage } from '../../lib/i18n/i18n.ts';
import type { BuiltFile, BuiltFiles, ClientRegistration } from '../built-files.ts';
import { html, Html } from '../layout/html.ts';
import type { FirstPlace } from './first-place.ts';
import { firstScreen } from './first-screen.ts';

export interface Shell {
  registration: ClientRegistration;
  /** The hash in `style-src` of the page’s policy. */
  styleHash: string;
  /** The page of the build, split at `<html>` and at the root element of the client. */
  parts: readonly [start: string, head: string, body: string];
}

const htmlTag = '<html lang="en">';
const root = '<div id="app"></div>';
const styleLink = /<link rel="stylesheet"[^>]* href="\/(assets\/[\w.-]+\.css)">/;

/** Undefined if the build lacks a part that is needed. */
export function readShell(files: BuiltFiles, index: BuiltFile): Shell | undefined {
  const registration = files.registration();
  const page = readFileSync(index.location, 'utf8');
  const [link = '', path = ''] = styleLink.exec(page) ?? [];
  const sheet = files.find(path);
  if (registration === undefined || sheet === undefined) return undefined;
  const [start, rest, ...others] = page.split(htmlTag);
  const [head, end, ...more] = (rest ?? '').split(root);
  if (start === undefined || head === undefined || end === undefined || others.length + more.length > 0)
    return undefined;
  const style = readFileSync(sheet.location, 'utf8');
  // Lazily loaded chunks look for the link of the style sheet; disabled, it loads nothing.
  const inlined = `${link.replace('<link ', '<link disabled ')}\n    <style>${style}</style>`;
  return {
    registration,
    styleHash: `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    parts: [start, head.replace(link, () => inlined), end],
  };
}

/** @param text the response to `/register`, from which `state` was parsed */
export function firstPage(
  { parts: [start, head, end] }: Shell,
  place: FirstPlace | undefined,
  state: RegisterResponse,
  text: string,
): string {
  const screen = place && firstScreen(place, state);
  const asked = place === undefined ? '' : JSON.stringify(place.messages);
  // Prevents the data from closing the script element.
  const json = new Html(text.replaceAll('<', '\\u003c'));
  const data = html`<script type="application/json" id="registration" data-messages="${asked}">
    ${json}
  </script>`;
  const attributes = html`<html ${look(state.user_settings)}>`;
  // The root element comes first: a message with unclosed elements cannot contain it, and the data is still found.
  return `${start}${attributes.text}${head}${root}${screen?.text ?? ''}${data.text}${end}`;
}

const themes = { 1: undefined, 2: 'dark', 3: 'light' } as const;
const usualLinePercent = 140;
const usualTextPx = 16;

/** The attributes that the client sets once it runs (`web/src/ui/frame/start/look.ts`). */
function look(settings: Partial<UserSettings> = {}): Html {
  const theme = themes[settings.color_scheme ?? 1];
  const language = getLanguage(settings.default_language ?? '') ?? 'en';
  const { web_line_height_percent: line = usualLinePercent, web_font_size_px: px = usualTextPx } = settings;
  return html`lang="${language}" dir="${getDirection(language)}" style="--line-scale:
  ${line / usualLinePercent}; font-size:
  ${px}px"${theme ? html` data-theme="${theme}"` : null}${settings.high_contrast_mode === true ? html` data-high-contrast` : null}${settings.fluid_layout_width === true ? html` data-wide` : null}`;
}
