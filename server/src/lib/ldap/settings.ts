/** How a directory is reached and read: from the configuration of the server, or from the settings of an organization. */
import type { LdapRules } from '../config/config-ldap.ts';
import type { Config } from '../config/config-schema.ts';

export interface LdapSettings extends LdapRules {
  url: string;
  usesStartTls: boolean;
  /** A file, or PEM; the authorities that Node trusts if neither is set. */
  caFile: string | undefined;
  caCertificate: string | undefined;
  /** Anonymous if not set. */
  bindDn: string | undefined;
  bindPassword: string | undefined;
  searchBase: string;
  /** With `{username}`. */
  filter: string;
  emailAttribute: string;
  nameAttribute: string;
  avatarAttribute: string | undefined;
  groupsAttribute: string;
  /** Where groups are searched that name their members. */
  groupBase: string | undefined;
  makesAccounts: boolean;
  /** 0 for never. */
  syncHours: number;
  /** Whether owners have set it up, and not the operator of the server: then it must be at a public address or one that is reachable. */
  isOfOrganization: boolean;
  /** Addresses and networks that may be called though they are not public. */
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
  | 'ldapSyncHours'
  | 'ldapRules'
>;

/** @returns undefined where no directory is configured. */
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
    syncHours: config.ldapSyncHours,
    isOfOrganization: false,
    reachable: undefined,
  };
}
