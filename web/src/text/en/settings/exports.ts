/** The page of exports of the organization. */
export const exports = {
  'organization.page.exports': 'Data exports',
  'exports.hint':
    'An export is an archive with which an organization can be moved to another server. It is made in the background, and you get an email when it is ready. It can be downloaded for a week.',
  'exports.consents': '{given} of {all} users allow administrators to export their private data.',
  'exports.type': 'Contents',
  'exports.public': 'Public channels',
  'exports.consented': 'Public channels, and private data of users who allow it',
  'exports.start': 'Start export',
  'exports.made': 'Exports',
  'exports.none': 'No exports.',
  'exports.pending': 'In progress',
  'exports.ready': 'Ready',
  'exports.failed': 'Failed',
  'exports.deleted': 'Deleted',
  'exports.download': 'Download',
  'exports.delete': 'Delete export',
  'exports.deleteHint': 'The archive is deleted from the server. Copies that were downloaded stay.',
} as const;
