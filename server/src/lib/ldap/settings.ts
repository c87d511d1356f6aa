/** Settings of a directory, from the configuration of the server or of an organization. */
import type { LdapRules, LdapTrust } from '../config/config-ldap.ts';
import type { Config } from '../config/config-schema.ts';

export interface LdapSettings extends LdapRules {
  url: string;
  usesStartTls: boolean;
  /** A path or PEM; Node's trusted authorities if not set. */
  caFile: string | undefined;
  caCertificate: string | undefined;
  /** Anonymous bind if not set. */
  bindDn: string | undefined;
  bindPassword: string | undefined;
  searchBase: string;
  /** Contains `{username}`. */
  filter: string;
  emailAttribute: string;
  nameAttribute: string;
  avatarAttribute: string | undefined;
  groupsAttribute: string;
  /** Base for group entries that list their members. */
  groupBase: string | undefined;
  makesAccounts: boolean;
  /** Whose accounts may be bound to an entry by their email address alone, which nobody can choose for themselves in the directory. */
  trustsEmail: LdapTrust;
  /** 0 disables synchronization. */
  syncHours: number;
  /** Whether owners have configured it, instead of the server's operator: then its address must be public, or listed as reachable. */
  isOfOrganization: boolean;
  /** Addresses and networks that may be called although they are not public. */
  reachable: string | undefined;
}

export type LdapConfig = Pick<
  Config,
  | 'ldapUrl'
  | 'ldapStartTls'
  | 'ldapCaFile'
  | 'ldapBindDn'
  | 'ldapBindPassword'
  | 'ldapSearchBase'
  | 'ldapFilter'
  | 'ldapEmailAttribute'
  | 'ldapNameAttribute'
  | 'ldapAvatarAttribute'
  | 'ldapGroupsAttribute'
  | 'ldapGroupBase'
  | 'ldapNewAccounts'
  | 'ldapTrustEmail'
  | 'ldapSyncHours'
  | 'ldapRules'
>;

/** Finds everyone whom the filter could find by a name. */
export const filterForAll = ({ filter }: Pick<LdapSettings, 'filter'>): string =>
  filter.replaceAll('{username}', '*');

/** @returns undefined if no directory is configured. */
export function ldapOfConfig(config: LdapConfig): LdapSettings | undefined {
  if (config.ldapUrl === undefined) return undefined;
  return {
    ...config.ldapRules,
    url: config.ldapUrl,
    usesStartTls: config.ldapStartTls === 'on',
    caFile: config.ldapCaFile,
    caCertificate: undefined,
    bindDn: config.ldapBindDn,
    bindPassword: config.ldapBindPassword,
    searchBase: config.ldapSearchBase ?? '',
    filter: config.ldapFilter,
    emailAttribute: config.ldapEmailAttribute,
    nameAttribute: config.ldapNameAttribute,
    avatarAttribute: config.ldapAvatarAttribute,
    groupsAttribute: config.ldapGroupsAttribute,
    groupBase: config.ldapGroupBase,
    makesAccounts: config.ldapNewAccounts === 'on',
    trustsEmail: config.ldapTrustEmail,
    syncHours: config.ldapSyncHours,
    isOfOrganization: false,
    reachable: undefined,
  };
}
