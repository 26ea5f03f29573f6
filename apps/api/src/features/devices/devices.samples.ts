import { randomUUID } from 'node:crypto';
import { type Account, type TestService } from '../../../test/harness.ts';
import { type MakeSample, none, type Samples } from '../../../test/requests.ts';

export const phone = () => ({ platform: 'android', provider: 'fcm', token: randomUUID() });
export const register = async (t: TestService, { token }: Account) => {
  const params = { installation_id: randomUUID() };
  await t.call('PUT', `/app/devices/${params.installation_id}`, { token, json: phone() });
  return { params };
};
export const device: MakeSample = async (t) => {
  const { id, ...member } = await t.member();
  await register(t, { id, ...member });
  const { token } = await t.superuser();
  const { body } = await t.call('GET', `/devices/?user_id=${id}`, { token });
  return { params: { id: body.data[0].id } };
};

export const samples: Samples = {
  user: {
    'app-put_device': () => ({ params: { installation_id: randomUUID() }, json: phone() }),
    'app-delete_device': register,
  },
  team: {
    'devices-read_devices': none,
    'devices-delete_device': device,
    'devices-test_device': device,
  },
  foreignIds: {
    'app-put_device': '200 200 200 422 200 422',
    'app-delete_device': '200 200 200 422 200 422',
  },
  shownTo: {
    'devices.time_zone': ['superuser'],
    'devices.os_version': ['superuser'],
    'devices.model': ['superuser'],
    'devices.disabled_reason': ['superuser'],
  },
};
