/** Files of Slack: part of the export only if another tool has added them; otherwise at addresses that need a token. */
import type { Input } from '../input/input.ts';
import type { FileRecord } from '../records.ts';
import type { Scratch } from '../scratch.ts';
import { SpillMap } from '../spill-map.ts';
import type { SlackFile } from './types.ts';

/** Where tools store the content: `__uploads/<ID>/<name>` and `<channel>/attachments/<ID>-<name>`. */
const keptFile = /(?:^|\/)(?:__uploads\/(F[A-Z0-9]{6,})\/|attachments\/(F[A-Z0-9]{6,})-)[^/]+$/;

/** Paths by the IDs of files. */
export type KeptFiles = Pick<SpillMap<string>, 'get'>;

/** @returns paths by the IDs of files */
export function findFiles(input: Input, scratch: Scratch): SpillMap<string> {
  const found = new SpillMap<string>(scratch);
  for (const path of input.files.keys()) {
    const [, upload, attachment] = keptFile.exec(path) ?? [];
    const id = upload ?? attachment;
    if (id !== undefined) found.set(id, path);
  }
  return found;
}

const gone: Readonly<Record<string, string>> = {
  tombstone: 'It was deleted.',
  hidden_by_limit: 'It is hidden by the limit of the free plan.',
  access_denied: 'Slack denied the export access to it.',
  file_not_found: 'Slack does not have it any more.',
  check_file_info: 'Slack says nothing of it but its ID.',
};

/** An address outside Slack: the file is linked, not imported. */
export const externalAddress = ({
  mode,
  is_external,
  external_url,
  url_private,
}: SlackFile): string | undefined =>
  mode === 'external' || is_external === true ? (external_url ?? url_private) : undefined;

export function fileRecord(file: SlackFile, kept: KeptFiles): FileRecord | undefined {
  const { id, mimetype, size } = file;
  if (id === undefined) return undefined;
  const url = ofSlack(file.url_private_download) ?? ofSlack(file.url_private);
  const isDocument =
    (mimetype ?? '').startsWith('application/vnd.slack-docs') || documents.has(file.mode ?? '');
  const name = (isDocument ? file.title : undefined) ?? file.name ?? file.title ?? id;
  const missing =
    gone[file.mode ?? ''] ??
    gone[file.file_access ?? ''] ??
    (isDocument && !url ? 'It is a document of Slack itself.' : undefined);
  const path = kept.get(id);
  return {
    id,
    // Canvases and lists are served as pages.
    name: isDocument && !/\.html?$/i.test(name) ? `${name}.html` : name,
    contentType: isDocument ? 'text/html' : mimetype,
    size,
    path,
    url,
    ...(path === undefined && missing !== undefined ? { missing } : {}),
  };
}

const documents: ReadonlySet<string> = new Set(['canvas', 'quip', 'list', 'post']);

const ofSlack = (url: string | undefined): string | undefined =>
  url !== undefined && isOfSlack(url) ? url : undefined;

/** Only Slack's own hosts are called for files: an export must not make the server call others. */
export function isOfSlack(address: string): boolean {
  const url = URL.parse(address);
  return (
    url?.protocol === 'https:' &&
    /(?:^|\.)(?:slack\.com|slack-edge\.com|slack-files\.com|slack-emoji\.com)$/.test(url.hostname)
  );
}
