/**
 * Organizations on the page that chooses one, found without reading the settings of all others. An index and not a column: the
 * database keeps it current, so that versions which know nothing of it may go on writing settings.
 */
export const listedOrganizations = (): string[] => [
  `CREATE INDEX organization_listed ON organization (id)
     WHERE is_deactivated = 0 AND settings LIKE '%"want_advertise_in_communities_directory":true%'`,
];
