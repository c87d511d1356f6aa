/** Parses the `[[saml]]` tables of heddle.toml: identity providers with SAML 2.0. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isPrivateHost } from '../net/addresses.ts';
import type { SignInProvider } from './oidc-config.ts';
import { isObject } from '../objects.ts';
import { errorMessage } from '../thrown.ts';
import {
  choice,
  common,
  findTableProblems,
  isText,
  readTable,
  type Table,
  text,
  type ProviderFields,
} from './tables.ts';

export interface SamlSettings {
  /** URLs for signing in, and for signing out if the provider supports that. */
  url: string;
  sloUrl: string | undefined;
  /** PEM; several during a key rollover of the provider. */
  certificates: readonly string[];
  /** Whether sign-ins may be initiated by the provider, without a request from this browser. */
  allowsIdpInitiated: boolean;
  /** Names of attributes; undefined for the usual ones. */
  emailAttribute: string | undefined;
  nameAttribute: string | undefined;
  /** Attribute that permanently identifies a person; the NameID if not set. */
  idAttribute: string | undefined;
  /** URL of the provider's metadata; compared with the settings when they are tested. */
  metadataUrl: string | undefined;
  /** This server's key (PEM) for decrypting assertions and signing requests. */
  ownKey: OwnKey | undefined;
}

interface OwnKey {
  key: string;
  certificate: string;
}

/** Plain http would send assertions unencrypted: only allowed within a private network. */
function isUrl(value: string): boolean {
  const parsed = URL.parse(value);
  return parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && isPrivateHost(parsed.hostname));
}

const url = text('an https:// URL; http:// only on this machine or in a private network', isUrl);

/** Fields of the server's operator only: of the whole server, in files, or given separately by an organization. */
export const samlOperatorFields = {
  id: common.id,
  icon_file: common.icon_file,
  certificate_file: text('a path to a PEM file'),
  own_key_file: text('a path to a PEM file'),
  own_certificate_file: text('a path to a PEM file'),
  organizations: common.organizations,
};

/** Fields that the owners of an organization set too. */
const organizationFields = {
  name: common.name,
  entity_id: text('the entity ID of the identity provider'),
  url,
  slo_url: url,
  certificate: text('certificates in PEM'),
  metadata_url: url,
  new_accounts: common.new_accounts,
  idp_initiated: choice('on', 'off'),
  email_attribute: text('the name of an attribute'),
  name_attribute: text('the name of an attribute'),
  id_attribute: text('the name of an attribute'),
  groups_attribute: text('the name of an attribute'),
  groups: common.groups,
  roles: common.roles,
} satisfies ProviderFields;

const fields = { ...samlOperatorFields, ...organizationFields };

const required = ['id', 'entity_id', 'url'];

interface Source {
  /** Path of the file, for messages. */
  path: string;
  /** Base of relative paths. */
  folder: string;
}

/** @param problems Problems are appended, one line each. */
export function parseSamlProviders(value: unknown, source: Source, problems: string[]): SignInProvider[] {
  if (value !== undefined && !(Array.isArray(value) && value.every(isObject))) {
    problems.push(`saml in ${source.path} must be written as [[saml]] tables`);
    return [];
  }
  return (value ?? []).flatMap((table, i) => parseTable(table, i, source, problems) ?? []);
}

function parseTable(
  table: Table,
  index: number,
  { path, folder }: Source,
  problems: string[],
): SignInProvider | undefined {
  const title = `[[saml]] ${isText(table.id) ? table.id : `number ${index + 1}`} in ${path}`;
  const wrong = findSamlProblems(table);
  const text = wrong.length === 0 ? readCertificateText(table, folder, wrong) : undefined;
  const ownKey = wrong.length === 0 ? readOwnKey(table, folder, wrong) : undefined;
  const certificates = readCertificates(text ?? '', wrong);
  problems.push(...wrong.map((one) => `${title}: ${one}`));
  return wrong.length === 0 ? toSamlProvider(table, { folder, certificates, ownKey }) : undefined;
}

/** One line for each invalid or missing setting, except for those in files. */
export function findSamlProblems(table: Table): string[] {
  const found = findTableProblems(table, fields);
  const missing = required.filter((key) => table[key] === undefined).map((key) => `${key} is not set`);
  const certificates = [table.certificate, table.certificate_file].filter((one) => one !== undefined);
  if (certificates.length !== 1) missing.push('set one of certificate and certificate_file');
  if ((table.own_key_file === undefined) !== (table.own_certificate_file === undefined))
    missing.push('own_key_file and own_certificate_file are set together only');
  return [...found, ...missing];
}

const readCertificateText = (table: Table, folder: string, wrong: string[]): string | undefined =>
  fields.certificate.parse(table.certificate) ?? readText(table, 'certificate_file', folder, wrong);

/** @param name The setting with the path. */
function readText(table: Table, name: string, folder: string, wrong: string[]): string | undefined {
  const path = table[name];
  if (!isText(path)) return undefined;
  try {
    return readFileSync(resolve(folder, path), 'utf8');
  } catch (error) {
    wrong.push(`${name} cannot be read: ${errorMessage(error)}`);
    return undefined;
  }
}

/** Extracts the PEM blocks of certificates, with any text around them. */
export function readCertificates(text: string, wrong: string[]): string[] {
  if (wrong.length > 0) return [];
  try {
    const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
    if (!found) throw new Error('there is no certificate in it');
    return found.map((pem) => new X509Certificate(pem).toString());
  } catch (error) {
    wrong.push(`the certificate cannot be read: ${errorMessage(error)}`);
    return [];
  }
}

function readOwnKey(table: Table, folder: string, wrong: string[]): OwnKey | undefined {
  const [key, certificate] = [
    readText(table, 'own_key_file', folder, wrong),
    readText(table, 'own_certificate_file', folder, wrong),
  ];
  if (key === undefined || certificate === undefined) return undefined;
  try {
    if (new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))) return { key, certificate };
    wrong.push('own_certificate_file is not of the key in own_key_file');
  } catch (error) {
    wrong.push(`own_key_file cannot be used: ${errorMessage(error)}`);
  }
  return undefined;
}

interface SamlParts {
  folder: string;
  certificates: readonly string[];
  ownKey: OwnKey | undefined;
}

/** @param table Validated. */
export function toSamlProvider(table: Table, { folder, certificates, ownKey }: SamlParts): SignInProvider {
  const given = readTable(table, fields);
  return {
    id: given.id ?? '',
    kind: 'saml',
    name: given.name ?? 'SAML',
    iconFile: given.icon_file === undefined ? undefined : resolve(folder, given.icon_file),
    issuer: given.entity_id ?? '',
    organizations: given.organizations,
    newAccounts: given.new_accounts ?? 'invited',
    groupsClaim: given.groups_attribute ?? 'groups',
    groups: given.groups ?? new Map(),
    roles: given.roles ?? new Map(),
    ...ofOpenId,
    saml: {
      url: given.url ?? '',
      sloUrl: given.slo_url,
      certificates,
      allowsIdpInitiated: given.idp_initiated === 'on',
      emailAttribute: given.email_attribute,
      nameAttribute: given.name_attribute,
      idAttribute: given.id_attribute,
      metadataUrl: given.metadata_url,
      ownKey,
    },
  };
}

/** Fields that only OpenID Connect has. Emails signed by the provider are trusted. */
const ofOpenId = {
  clientId: '',
  clientSecret: '',
  scopes: [],
  trustsEmail: true,
  signsOut: true,
  teamId: '',
  keyId: '',
} as const;
