import type { Errors } from '../../shared/errors.ts';

export const accountsErrors = {
  incorrect_credentials: [400, 'Incorrect email or password'],
  inactive_user: [400, 'Inactive user'],
  invalid_token: [400, 'Invalid token'],
  deactivation_end_passed: [400, 'The end of a deactivation must lie in the future'],
  incorrect_password: [400, 'Incorrect password'],
  password_unchanged: [400, 'New password cannot be the same as the current one'],
  email_taken_on_signup: [400, 'The user with this email already exists in the system'],
  email_taken_on_create: [400, 'The user with this email already exists in the system.'],
  superuser_self_delete: [403, 'Super users are not allowed to delete themselves'],
  user_not_found: [404, 'User not found'],
  user_id_not_found: [404, 'The user with this id does not exist in the system'],
  username_not_found: [404, 'The user with this username does not exist in the system.'],
  pending_email_not_found: [404, 'There is no address to confirm'],
  session_not_found: [404, 'Session not found'],
  email_taken: [409, 'User with this email already exists'],
  last_superuser: [409, 'The last active superuser cannot be demoted, deactivated or deleted'],
  own_password: [409, 'Change your own password with /users/me/password'],
  own_account: [409, 'Not possible for your own account'],
  invitation_accepted: [409, 'The owner of this account has chosen a password already'],
  password_required: [409, 'Enter your password again first: POST /login/verify-password'],
} as const satisfies Errors;
