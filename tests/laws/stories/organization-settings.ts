/** Settings of the organization. */
import { groupId } from '../../support/change.ts';
import { sendFiles } from '../../support/files.ts';
import { picture } from '../../support/fixtures/pictures.ts';
import { done, everyone, getId, type Act } from './act.ts';

export const organizationSettings: readonly Act[] = [
  {
    name: 'The organization gets another name and another limit',
    act: (world) =>
      done(world.as('ben').patch('/realm', { name: 'Spinners', message_content_edit_limit_seconds: 60 })),
    changes: everyone,
  },
  {
    name: 'The organization gets another description, policy and permission',
    act: (world) => {
      const holders = { direct_members: [getId(world, 'dan')], direct_subgroups: [] };
      return done(
        world.as('ben').patch('/realm', {
          description: 'We *weave*',
          topics_policy: 'disable_empty_topic',
          can_mention_many_users_group: { new: holders },
        }),
      );
    },
    changes: everyone,
  },
  {
    name: 'The organization changes what users may change of their profile, and message retention',
    act: (world) =>
      done(
        world.as('ada').patch('/realm', {
          name_changes_disabled: true,
          avatar_changes_disabled: true,
          email_changes_disabled: true,
          presence_disabled: true,
          media_preview_size: 150,
          default_code_block_language: 'py',
          message_retention_days: 30,
        }),
      ),
    changes: everyone,
  },
  {
    name: 'The organization changes what clients and emails show, and the defaults of new users',
    act: (world) =>
      done(
        world.as('ben').patch('/realm', {
          default_language: 'de',
          digest_weekday: 4,
          inline_image_preview: false,
          jitsi_server_url: 'https://meet.example.com',
          message_content_allowed_in_email_notifications: false,
          org_type: 90,
          send_welcome_emails: false,
          video_chat_provider: 1,
        }),
      ),
    changes: everyone,
  },
  {
    name: 'The organization uploads an icon and a logo for each theme',
    act: async (world) => {
      const file = { name: 'loom.png', type: 'image/png', content: await picture(8, 8) };
      for (const path of ['/realm/icon', '/realm/logo?night=false', '/realm/logo?night=true'])
        await done(sendFiles(world, 'ben', [file], path));
    },
    changes: everyone,
  },
  {
    name: 'The organization deletes a logo',
    act: (world) => done(world.as('ada').delete('/realm/logo', { night: false })),
    changes: everyone,
  },
  {
    name: 'The organization gets a waiting period for full members',
    act: (world) => done(world.as('ada').patch('/realm', { waiting_period_threshold: 9 })),
    changes: everyone,
  },
  {
    name: 'Guests can no longer see all users',
    act: async (world) => {
      const members = await groupId(world, 'role:members');
      return done(world.as('ben').patch('/realm', { can_access_all_users_group: { new: members } }));
    },
    changes: everyone,
    ends: ['gus'],
  },
];
