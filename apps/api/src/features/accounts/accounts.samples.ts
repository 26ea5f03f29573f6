import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { randomEmail, type TestService } from '../../../test/harness.ts';
import { type MakeSample, none, type Samples } from '../../../test/requests.ts';
import { unsubscribeToken } from './accounts.preferences.service.ts';
import { roles } from './accounts.roles.table.ts';
import { apiKeys } from './api-keys/accounts.api-keys.table.ts';
import { passkeys } from './passkeys/accounts.passkeys.table.ts';

export const anyMember = async (t: TestService) => ({ params: { user_id: (await t.member()).id } });
const invited = async (t: TestService) => {
  const { token } = await t.superuser();
  const { body } = await t.call('POST', '/users/invite', { token, json: { email: randomEmail() } });
  return { params: { user_id: body.id } };
};
const aRole = async (t: TestService) => {
  const id = randomUUID();
  await t.db
    .insert(roles)
    .values({ id, name: `Of ${id}`, permissions: ['news.read'], updated_at: new Date() });
  return { params: { id } };
};
const aKey = async (t: TestService) => {
  const [id, { id: owner_id }, now] = [randomUUID(), await t.superuser(), new Date()];
  const dates = { created_at: now, expires_at: new Date(now.getTime() + 86_400_000) };
  const key = { id, name: 'A key', key_hash: id, start: 'agora_abcd', permissions: [], owner_id };
  await t.db.insert(apiKeys).values({ ...key, ...dates });
  return { params: { id } };
};
const aPasskey: MakeSample = async (t, { id: user_id }) => {
  const id = randomUUID();
  const key = { name: 'Laptop', credential_id: id, public_key: 'AAAA', user_handle: 'AAAA', counter: 0 };
  await t.db.insert(passkeys).values({ id, user_id, ...key, transports: [], created_at: new Date() });
  return { params: { id } };
};
/** What a browser sends, with a challenge that nobody issued. */
const response = { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' };
const passkey = { id: 'AAAA', response };
const attestation = { id: 'AAAA', response: { clientDataJSON: 'e30', attestationObject: 'AAAA' } };
const pendingEmail: MakeSample = async (t, caller) => {
  await t.expirePasswordEntry(caller);
  await t.call('PATCH', '/users/me', { token: caller.token, json: { email: randomEmail() } });
  return {};
};

/** For what is the caller's own, in the access matrix by role. */
const OWN = { editor: '200', sender: '200', moderator: '200', analyst: '200', powerless: '200' };

export const samples: Samples = {
  public: {
    'login-login_access_token': (_t, { email, password }) => ({ form: { username: email, password } }),
    'login-start_passkey_login': none,
    'login-recover_password': () => ({ params: { email: randomEmail() } }),
    'login-reset_password': async (t) => {
      const { email } = await t.member();
      const { token } = await t.superuser();
      const mail = await t.call('POST', `/password-recovery-html-content/${email}`, { token });
      const reset = /reset-password\?token=([\w-]+)"/.exec(mail.text)?.[1];
      return { json: { token: reset, new_password: 'another horse' } };
    },
    'preferences-open_unsubscribe_page': () => ({ query: 'token=x' }),
    'preferences-unsubscribe': async (t) => {
      const { id } = await t.member();
      return {
        query: `token=${unsubscribeToken(t, id)}`,
        form: { 'List-Unsubscribe': 'One-Click' },
      };
    },
    'users-register_user': () => ({
      json: { email: randomEmail(), password: 'correct horse', confirm_password: 'correct horse' },
    }),
  },
  user: {
    'login-test_token': none,
    'login-verify_password': (_t, { password }) => ({ json: { password } }),
    'users-read_user_me': none,
    'users-delete_user_me': none,
    'users-update_user_me': () => ({ json: { full_name: 'New Name' } }),
    'users-update_password_me': (_t, { password }) => ({
      json: { current_password: password, new_password: `${password}!` },
    }),
    'users-resend_email_confirmation': pendingEmail,
    'users-cancel_email_change': pendingEmail,
    'users-read_user_by_id': (_t, { id }) => ({ params: { user_id: id } }),
    'preferences-read_preferences': none,
    'preferences-update_preferences': () => ({ json: { theme: 'dark' } }),
    'sessions-read_sessions': none,
    'sessions-delete_sessions': none,
    'sessions-delete_current_session': none,
    'sessions-delete_session': async (t, { token, email, password }) => {
      await t.login(email, password);
      const { body } = await t.call('GET', '/sessions/', { token });
      return { params: { id: body.data.find((row: { is_current: boolean }) => !row.is_current).id } };
    },
  },
  team: {
    'second_factor-read_second_factor': none,
    'second_factor-set_up_second_factor': none,
    'passkeys-read_passkeys': none,
    'passkeys-start_passkey': none,
    'passkeys-rename_passkey': async (t, caller) => ({
      ...(await aPasskey(t, caller)),
      json: { name: 'Phone' },
    }),
    'passkeys-delete_passkey': aPasskey,
    'login-start_passkey_verification': none,
    'users-read_team': () => ({ query: 'can=messages.write' }),
    'api_keys-read_api_keys': none,
    'api_keys-create_api_key': () => ({
      json: { name: `Of ${randomUUID()}`, permissions: ['news.write'], days: 30 },
    }),
    'api_keys-delete_api_key': aKey,
    'roles-read_roles': none,
    'roles-create_role': () => ({
      json: { name: `Of ${randomUUID()}`, permissions: ['news.write'] },
    }),
    'roles-update_role': async (t) => ({ ...(await aRole(t)), json: { permissions: ['news.publish'] } }),
    'roles-delete_role': (t) => aRole(t),
    'login-recover_password_html_content': (_t, { email }) => ({ params: { email } }),
    'users-read_users': none,
    'users-create_user': () => ({ json: { email: randomEmail(), password: 'correct horse' } }),
    'users-update_user': async (t) => ({
      params: { user_id: (await t.member()).id },
      json: { full_name: 'Changed' },
    }),
    'users-read_note': anyMember,
    'users-update_note': async (t) => ({
      ...(await anyMember(t)),
      json: { body: 'Volunteers at the library', version: 0 },
    }),
    'users-read_timeline': anyMember,
    'users-delete_user': anyMember,
    'users-export_users': none,
    'users-bulk_users': async (t) => ({ json: { action: 'deactivate', ids: [(await t.member()).id] } }),
    'users-import_users': () => ({ json: { csv: `email\n${randomEmail()}`, dry_run: true } }),
    'users-invite_user': () => ({ json: { email: randomEmail() } }),
    'users-deactivate_user': async (t) => ({ ...(await anyMember(t)), json: { reason: 'On leave' } }),
    'users-reactivate_user': async (t) => {
      const sample = await anyMember(t);
      const { token } = await t.superuser();
      await t.call('POST', `/users/${sample.params.user_id}/deactivate`, { token, json: {} });
      return sample;
    },
    'users-restore_user': async (t) => {
      const sample = await anyMember(t);
      const { token } = await t.superuser();
      await t.call('DELETE', `/users/${sample.params.user_id}`, { token });
      return sample;
    },
    'users-erase_user': anyMember,
    'users-sign_out_user': anyMember,
    'users-reset_second_factor': async (t) => {
      const sample = await anyMember(t);
      await t.db.execute(sql`update users set second_factor_at = now() where id = ${sample.params.user_id}`);
      return sample;
    },
    'users-unlink_provider': async (t) => {
      const sample = await anyMember(t);
      await t.db.execute(
        sql`insert into oidc_links (user_id, issuer, subject) values (${sample.params.user_id}, 'issuer', ${sample.params.user_id})`,
      );
      await t.db.execute(sql`update users set oidc_linked_at = now() where id = ${sample.params.user_id}`);
      return sample;
    },
    'users-send_invitation': invited,
    'users-create_invitation_link': invited,
  },
  refused: {
    'login-login_second_factor': {
      access: 'public',
      sample: { json: { ticket: 'unknown', code: '000000' } },
      status: 400,
      why: 'its code works once: see accounts.second-factor-sign-in.test.ts',
    },
    'login-login_passkey': {
      access: 'public',
      sample: { json: { passkey } },
      status: 400,
      why: 'a device signs it: see accounts.passkeys.test.ts',
    },
    'login-verify_passkey': {
      access: 'team',
      sample: { json: { passkey } },
      status: 400,
      why: 'the same',
    },
    'passkeys-create_passkey': {
      access: 'team',
      sample: { json: { name: 'Laptop', passkey: attestation } },
      status: 400,
      why: 'the same',
    },
    'second_factor-confirm_second_factor': {
      access: 'team',
      sample: { json: { code: '000000' } },
      status: 400,
      why: 'the account could not sign in with its password any longer: see accounts.second-factor.test.ts',
    },
    'second_factor-renew_recovery_codes': {
      access: 'team',
      sample: {},
      status: 409,
      why: 'the same',
    },
    'second_factor-remove_second_factor': {
      access: 'team',
      sample: {},
      status: 409,
      why: 'the same',
    },
    'oidc-start_oidc_login': {
      access: 'public',
      sample: {},
      status: 409,
      why: 'it needs a provider: see accounts.oidc.test.ts',
    },
    'oidc-complete_oidc_login': {
      access: 'public',
      sample: { json: { attempt: 'unknown', query: 'code=unknown' } },
      status: 409,
      why: 'the same',
    },
    'oidc-start_oidc_confirmation': { access: 'team', sample: {}, status: 409, why: 'the same' },
    'oidc-complete_oidc_confirmation': {
      access: 'team',
      sample: { json: { attempt: 'unknown', query: 'code=unknown' } },
      status: 409,
      why: 'the same',
    },
    'users-confirm_email_change': {
      access: 'public',
      sample: { json: { token: 'unknown' } },
      status: 400,
      why: 'its token is in a mail: see accounts.own-email.test.ts',
    },
    'users-undo_email_change': {
      access: 'public',
      sample: { json: { token: 'unknown' } },
      status: 400,
      why: 'its token is in a mail: see accounts.users.test.ts',
    },
  },
  statuses: {
    'login-login_second_factor': '400 400 400 400 400 400 400 400',
    'login-login_passkey': '400 400 400 400 400 400 400 400',
    'login-verify_passkey': '401 401 401 401 401 403 403 400',
    'passkeys-create_passkey': '401 401 401 401 401 403 403 400',
    'passkeys-rename_passkey': '401 401 401 401 401 403 403 404',
    'passkeys-delete_passkey': '401 401 401 401 401 403 403 404',
    'second_factor-confirm_second_factor': '401 401 401 401 401 403 403 400',
    'second_factor-renew_recovery_codes': '401 401 401 401 401 403 403 409',
    'second_factor-remove_second_factor': '401 401 401 401 401 403 403 409',
    'oidc-start_oidc_login': '409 409 409 409 409 409 409 409',
    'oidc-complete_oidc_login': '409 409 409 409 409 409 409 409',
    'oidc-start_oidc_confirmation': '401 401 401 401 401 403 403 409',
    'oidc-complete_oidc_confirmation': '401 401 401 401 401 403 403 409',
    'users-delete_user_me': '401 401 401 401 401 200 200 403',
    'users-resend_email_confirmation': '401 401 401 401 401 200 404 404',
    'users-cancel_email_change': '401 401 401 401 401 200 404 404',
    'users-read_user_by_id': '401 401 401 401 401 200 403 200',
    'preferences-open_unsubscribe_page': '303 303 303 303 303 303 303 303',
    'sessions-delete_session': '401 401 401 401 401 200 404 404',
    'users-confirm_email_change': '400 400 400 400 400 400 400 400',
    'users-undo_email_change': '400 400 400 400 400 400 400 400',
  },
  foreignIds: {
    'users-read_user_by_id': '403 403 403 422 200 200',
    'users-update_user': '403 403 403 403 403 200',
    'users-delete_user': '403 403 403 403 403 200',
  },
  // Moderators deactivate members; the sample changes a name.
  teamStatuses: {
    'users-update_user': { moderator: '403' },
    'passkeys-rename_passkey': OWN,
    'passkeys-delete_passkey': OWN,
  },
  shownTo: {
    'users.email': ['self', 'superuser'],
    'users.full_name': ['self', 'superuser'],
    'users.deactivation_reason': ['superuser'],
    'sessions.ip': ['self'],
    'sessions.user_agent': ['self'],
    'preferences.time_zone': ['self'],
    'preferences.columns': ['self'],
    'user_notes.body': ['superuser'],
    'roles.name': ['superuser'],
    'api_keys.name': ['superuser'],
    'api_keys.start': ['superuser'],
  },
};
