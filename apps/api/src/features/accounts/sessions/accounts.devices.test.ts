import { describe, expect, it } from 'vitest';
import { from, mailAbout, mailsTo, signIn } from '../../../../test/attack/accounts.ts';
import { type Account, eventually, useService } from '../../../../test/harness.ts';
import { addPasskey } from '../../../../test/passkeys.ts';

const service = useService({ worker: true, settings: { TRUST_PROXY: '1' } });

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0';
const NEWER_FIREFOX = FIREFOX.replace('140', '141');
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36';
const HOME = '198.51.100.7';
const SUBJECT = /nouvel appareil/;

const signInFrom = ({ email, password }: Account, address: string, agent: string) =>
  signIn(service(), email, password, { ...from(address), 'user-agent': agent });

/** The mails about new devices, once all before them are sent. */
async function told({ email }: Account, count: number) {
  const about = async () => (await mailsTo(service(), email)).filter(({ subject }) => SUBJECT.test(subject));
  return eventually(async () => {
    const mails = await about();
    return mails.length >= count ? mails : undefined;
  });
}

/** Somebody of the team who has signed in at home. */
async function colleague(): Promise<Account> {
  const account = await service().colleague();
  await signInFrom(account, HOME, FIREFOX);
  return account;
}

describe('a sign-in of the team from a new device', () => {
  it('is told once, with the device and the address', async () => {
    const account = await colleague();
    // The harness is their first device, home the second.
    await told(account, 1);
    await signInFrom(account, '203.0.113.9', CHROME);
    const [mail] = await told(account, 2);
    expect(mail?.text).toMatch(/Chrome sur Linux/);
    expect(mail?.text).toContain('203.0.113.9');
    await signInFrom(account, '203.0.113.9', CHROME);
    await signInFrom(account, HOME, NEWER_FIREFOX);
    await signInFrom(account, HOME, CHROME);
    expect(await told(account, 3)).toHaveLength(3);
  });

  it('is not told about the first one, about wrong passwords, or to members', async () => {
    const [account, member] = [await service().colleague(), await service().member()];
    await signInFrom(member, HOME, FIREFOX);
    await signInFrom(member, '203.0.113.9', CHROME);
    await signIn(service(), account.email, 'wrong wrong', { ...from(HOME), 'user-agent': CHROME });
    // A mail that is sent later.
    await addPasskey(service(), account);
    await mailAbout(service(), account.email, /clé d’accès/);
    const all = [...(await mailsTo(service(), account.email)), ...(await mailsTo(service(), member.email))];
    expect(all.filter(({ subject }) => SUBJECT.test(subject))).toEqual([]);
  });

  it('is told in the language of the account', async () => {
    const account = await service().colleague();
    await service().call('PATCH', '/users/me', { token: account.token, json: { locale: 'en' } });
    await signInFrom(account, HOME, FIREFOX);
    const { text } = await mailAbout(service(), account.email, /sign-in from a new device/);
    expect(text).toMatch(/Firefox on Windows/);
  });
});
