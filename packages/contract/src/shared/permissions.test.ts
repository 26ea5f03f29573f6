import { describe, expect, it } from 'vitest';
import { BUILT_IN_ROLES, isAllowed, PERMISSIONS, type Rights, withRequired } from './permissions.ts';

const rights = (of: Partial<Rights>): Rights => ({
  is_superuser: false,
  role_id: null,
  permissions: [],
  ...of,
});
const member = rights({});
const superuser = rights({ is_superuser: true });
const editor = rights({ role_id: 'editor', permissions: BUILT_IN_ROLES.editor });
const powerless = rights({ role_id: 'custom' });

describe('isAllowed', () => {
  it.each([
    ['user', [true, true, true, true]],
    ['team', [false, true, true, true]],
    ['superuser', [false, false, false, true]],
    [{ can: 'news.publish' }, [false, false, true, true]],
    [{ can: 'broadcasts.send' }, [false, false, false, true]],
    [{ can: ['broadcasts.send', 'broadcasts.write'] }, [false, false, true, true]],
    [{ can: [] }, [false, false, false, true]],
  ] as const)(
    'decides about %j for a member, a powerless role, an editor and a superuser',
    (access, expected) => {
      const callers = [member, powerless, editor, superuser];
      expect(callers.map((caller) => isAllowed(caller, access))).toEqual(expected);
    },
  );
});

describe('withRequired', () => {
  it('adds the permission to read what may be changed', () => {
    expect(withRequired(['news.publish', 'items.read'])).toEqual(['news.read', 'news.publish', 'items.read']);
    expect(withRequired([])).toEqual([]);
  });

  it('knows the permission to read of every noun', () => {
    for (const permission of PERMISSIONS) expect(withRequired([permission]).length).toBeLessThanOrEqual(2);
    expect(withRequired(PERMISSIONS)).toEqual(PERMISSIONS);
  });

  it.each(Object.entries(BUILT_IN_ROLES))('has nothing to add to the role %s', (_key, permissions) => {
    expect(withRequired(permissions)).toEqual(permissions);
  });
});
