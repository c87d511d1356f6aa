/** The state of one rendering: its sources, limits, and findings. */
import type { StateBlock, StateInline } from 'markdown-it';
import type { CompiledLinkifier } from './links/linkifiers.ts';
import type { MentionSource, RenderOptions } from './types.ts';

export const limits = {
  /** UTF-16 units: 10,000 code points are at most twice as many. */
  sourceLength: 20_000,
  outputBytes: 1_000_000,
  tokens: 20_000,
  /** Nesting depth of elements in the output; clients walk the tree recursively. */
  depth: 40,
  /** Number of highlighted languages: further ones are not highlighted. The code's length is bounded by the source's. */
  highlightedLanguages: 3,
  /** See `texCost`. Further formulas are shown as source. */
  texCost: 2_000,
  texBytes: 500_000,
  texDepth: 100,
  /** Characters that linkifiers examine, times the size of their patterns. Further text gets no links. */
  linkifierWork: 400_000,
  previews: 24,
  /** If a message links to more pages, none gets a preview. */
  websites: 24,
} as const;

/** Thrown when a limit is exceeded; the message is then shown as plain text. */
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
  /** Within a quotation, where mentions are silent. */
  quoted: boolean;
  tokensLeft: number;
  readonly highlightedLanguages: Set<string>;
  texLeft: number;
  texBytesLeft: number;
  linkifierWorkLeft: number;
  /** Compiled on first use. */
  linkifiers?: readonly CompiledLinkifier[];
  /** URLs for which a preview was shown. */
  readonly previewed: Set<string>;
  /** By level: the line up to which a list's lines were indented, and the list's own indentation. */
  readonly moved: Map<number, { base: number; end: number }>;
  /** Lines without an empty line between them. */
  lastRange?: { start: number; end: number };
  /** The brackets of the current text. */
  brackets?: { src: string; ends: Map<number, number> };
  /** The backticks of the current text. */
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
  // The parser types what its caller passes along as anything; `render` always passes a scope.
  return state.env.scope as Scope;
}

/** Inserts HTML as it is. Callers have to escape. */
export function pushHtml(state: StateInline, html: string): void {
  state.push('html', '', 0).content = html;
}
