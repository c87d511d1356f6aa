/** What one rendering carries along: its sources, its limits, and what it found. */
import type { StateBlock, StateInline } from 'markdown-it';
import type { CompiledLinkifier } from './links/linkifiers.ts';
import type { MentionSource, RenderOptions } from './types.ts';

export const limits = {
  /** UTF-16 units: 10,000 code points are at most twice as many. */
  sourceLength: 20_000,
  outputBytes: 1_000_000,
  tokens: 20_000,
  /** Elements inside each other in the output; clients walk the tree recursively. */
  depth: 40,
  /** Languages whose code is colored: what is beyond is shown plain. Its length is bounded by that of the source. */
  highlightedLanguages: 3,
  /** See `texCost`. What is beyond is shown as it was typed. */
  texCost: 2_000,
  texBytes: 500_000,
  texDepth: 100,
  /** Characters that linkifiers look at, times the size of their patterns. What is beyond gets no links. */
  linkifierWork: 400_000,
  previews: 24,
  /** Of a message that links to more pages than this none is shown. */
  websites: 24,
} as const;

/** Thrown when a limit is reached; the message is then shown as plain text. */
export class TooComplex extends Error {}

export interface RenderFindings {
  users: Set<number>;
  groups: Set<number>;
  channelWildcard: boolean;
  topicWildcard: boolean;
  hasLink: boolean;
  hasImage: boolean;
  uploads: Set<string>;
  awaitedThumbnails: Set<string>;
  websites: Set<string>;
}

export interface Scope {
  readonly names: MentionSource;
  readonly options: RenderOptions;
  readonly found: RenderFindings;
  /** Inside a quotation, where mentions are silent. */
  quoted: boolean;
  tokensLeft: number;
  readonly highlightedLanguages: Set<string>;
  texLeft: number;
  texBytesLeft: number;
  linkifierWorkLeft: number;
  /** Made when the first text asks for them. */
  linkifiers?: readonly CompiledLinkifier[];
  /** Addresses that a preview was shown for. */
  readonly previewed: Set<string>;
  /** By level: up to which line a list's lines were moved, and how far the list itself is indented. */
  readonly moved: Map<number, { base: number; end: number }>;
  /** Lines without an empty one between them. */
  lastRange?: { start: number; end: number };
  /** The brackets of the text that is being read. */
  brackets?: { src: string; ends: Map<number, number> };
  /** The backticks of the text that is being read. */
  backticks?: { src: string; runs: Map<number, number[]> };
}

export function newScope(names: MentionSource, options: RenderOptions): Scope {
  return {
    names,
    options,
    found: {
      users: new Set(),
      groups: new Set(),
      channelWildcard: false,
      topicWildcard: false,
      hasLink: false,
      hasImage: false,
      uploads: new Set(),
      awaitedThumbnails: new Set(),
      websites: new Set(),
    },
    quoted: false,
    tokensLeft: limits.tokens,
    highlightedLanguages: new Set(),
    texLeft: limits.texCost,
    texBytesLeft: limits.texBytes,
    linkifierWorkLeft: limits.linkifierWork,
    previewed: new Set(),
    moved: new Map(),
  };
}

export function getScope(state: StateBlock | StateInline): Scope {
  return state.env.scope as Scope;
}

/** Adds finished HTML to the line. Rules that call it have escaped everything themselves. */
export function pushHtml(state: StateInline, html: string): void {
  state.push('html', '', 0).content = html;
}
