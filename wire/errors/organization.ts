/** Errors about an organization: its settings, invitations, emoji, linkifiers, playgrounds and domains. */
import { error, programError } from './entry.ts';

export const organizationErrors = {
  'organization.name-blank': error('Organization name cannot be blank'),
  'organization.name-long': error('Organization name is too long.'),
  'organization.exists': error('There is an organization already.'),
  'organization.root-taken': error('The root organization exists already.'),
  'organization.deactivated': error('This organization has been deactivated', { code: 'REALM_DEACTIVATED' }),
  'organization.invalid-language': programError("Invalid language '{language}'"),
  'organization.invalid-jitsi-url': error('jitsi_server_url is not a URL'),
  'organization.no-gravatar': error('This server has no pictures from Gravatar.'),
  'organization.invalid-setting': programError('Invalid {setting} {value}'),
  'organization.not-a-demo': programError('Must be a demo organization.'),
  'organization.no-authentication': error('At least one authentication method must be enabled.'),
  'organization.authentication-fixed': error('Ways to sign in are chosen by whoever runs this server.'),
  'organization.subdomain-form': error(
    'A subdomain has 3 to 40 lower-case letters, digits and hyphens, with no hyphen at the ends.',
  ),
  'organization.subdomain-reserved': error('This subdomain is reserved.'),
  'organization.subdomain-taken': error('Subdomain is already in use.'),

  'organization.no-scheduled-deletion': error(
    'Data of a deactivated organization is deleted by the operator of this server only.',
  ),
  'organization.welcome-empty': error('Message must not be empty'),
  'exports.not-found': error('Invalid data export ID'),
  'exports.deleted': error('Export already deleted'),
  'exports.failed': error('Export failed, nothing to delete'),
  'exports.pending': error('Export still in progress'),
  'exports.too-many': error('Exceeded rate limit.'),
  'exports.too-large': error('Please request a manual export from the operator of this server.'),
  'exports.without-consent': error('This server exports private data with consent only.'),
  'exports.invalid-type': programError('Invalid export type'),

  'emoji.not-found': error("Emoji '{name}' does not exist", { status: 404 }),
  'emoji.not-the-author': error('Must be an organization administrator or emoji author'),
  'emoji.name-missing': error('Emoji name is missing'),
  'emoji.name-characters': error(
    'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.',
  ),
  'emoji.name-end': error('Emoji names must end with either a letter or digit.'),
  'emoji.name-long': error('Emoji name is too long (limit: {limit} characters)'),
  'emoji.override-not-allowed': error('Only administrators can override default emoji.'),
  'emoji.name-taken': error('A custom emoji with this name already exists.'),

  'domains.already-added': error('The domain {domain} is already a part of your organization.'),
  'domains.not-found': error('No entry found for domain {domain}.'),
  'domains.invalid': error('Invalid domain: {problem}'),

  'linkifiers.too-many': error('There are at most {limit} linkifiers.'),
  'linkifiers.invalid-order': programError(
    'The ordered list must enumerate all existing linkifiers exactly once',
  ),
  'linkifiers.not-found': error('Linkifier not found.'),
  'linkifiers.already-exists': error('Realm filter with this Realm and Pattern already exists.'),
  'linkifiers.blank': error('This field cannot be blank.'),
  'linkifiers.invalid': error('{problem}'),
  'linkifiers.alternatives-too-long': error('alternative_url_templates is too long'),
  'linkifiers.reverse-without-example': error('Reverse template requires an example input.'),
  'linkifiers.invalid-reverse': error('Invalid reverse template.'),
  'linkifiers.reverse-unknown-group': error(
    "Group '{group}' in reverse template is not present in linkifier pattern.",
  ),
  'linkifiers.reverse-mismatch': error('Reverse template does not give the example input.'),
  'linkifiers.example-mismatch': error('Example input does not match the linkifier pattern.'),
  'playgrounds.already-exists': error(
    'Realm playground with this Realm, Pygments language and Name already exists.',
  ),
  'playgrounds.invalid-template': error('Invalid URL template.'),
  'playgrounds.no-code-variable': error('Missing the required variable "code" in the URL template'),
  'playgrounds.too-many': error('There are at most {limit} playgrounds.'),
  'playgrounds.not-found': error('Invalid playground'),
  'playgrounds.name-blank': error('name cannot be blank'),
  'playgrounds.language-blank': error('pygments_language cannot be blank'),
  'playgrounds.language-characters': error('Invalid characters in pygments language'),

  'invitations.revoked': error('Invitation has already been revoked'),
  'invitations.not-found': error('No such invitation'),
  'invitations.invalid-channel': error('Invalid channel ID {id}. No invites were sent.'),
  'invitations.no-address': error('You must specify at least one email address.'),
  'invitations.none-sent': error('Nobody could be invited.', { code: 'INVITATION_FAILED' }),
  'invitations.some-sent': error('Some of these addresses could not be invited. Everyone else has been.', {
    code: 'INVITATION_FAILED',
  }),
  'invitations.daily-limit': error(
    'This organization may send {limit} invitations by email a day, and these would be more. None was sent.',
    { code: 'INVITATION_FAILED' },
  ),
};
