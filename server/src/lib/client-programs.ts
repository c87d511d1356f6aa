/** Identifies client programs by their User-Agent. All behaviour that depends on the program is defined here. */
import { agentParts } from '../../../wire/user-agents.ts';

// COMPAT(apps and the terminal client): messages show these programs by their traditional names.
const names: readonly [RegExp, string][] = [
  [/^ZulipFlutter\//i, 'ZulipFlutter'],
  [/^ZulipMobile\//i, 'ZulipMobile'],
  [/^ZulipTerminal\//i, 'ZulipTerminal'],
  [/^ZulipElectron\//i, 'ZulipElectron'],
  [/^Mozilla\//, 'website'],
];

// COMPAT(Zulip's apps, libraries and bots): ZulipPython, zulip-js, go-zulip, ZulipGitHubWebhook: identified by their first word.
const ofZulip = /^[^/ ]*zulip/i;

/** The name of a program that messages show: the product at the beginning of its User-Agent, or `API`. */
export function programName(userAgent: string): string {
  const known = names.find(([pattern]) => pattern.test(userAgent))?.[1];
  return known ?? /^[^/ ]{1,30}/.exec(userAgent)?.[0] ?? 'API';
}

// COMPAT(every client): messages sent by these programs count as read by their sender, who has just written them.
const writtenWith: ReadonlySet<string> = new Set([
  'website',
  'zulipflutter',
  'zulipmobile',
  'zulipterminal',
  'zulipelectron',
  'zulipdesktop',
  'zulipios',
  'zulipandroid',
  'ios',
  'android',
  'snipe',
  'heddle',
]);

/** @param program The name from its User-Agent. */
export const isWrittenWith = (program: string): boolean => writtenWith.has(program.toLowerCase());

/** @param program its User-Agent, or the name from it */
// COMPAT(Zulip's apps, libraries and bots): they know the server's own emoji as `zulip_extra_emoji` only.
export const usesOldExtraEmojiName = (program: string): boolean => ofZulip.test(program);

// COMPAT(zulip-terminal): it ends when it shows a reaction whose event named nobody by `user`, as before level 484.
export const needsUserOfReaction = (program: string): boolean => /^ZulipTerminal(?:\/|$)/i.test(program);

/** A short description of a program and its system for people: "Firefox, Linux". */
export function describeDevice(userAgent: string): string {
  return agentParts(userAgent).join(', ') || programName(userAgent);
}
