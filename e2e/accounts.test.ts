import { expect, it } from 'vitest';
import { eventually, randomEmail } from '../apps/api/test/harness.ts';
import { useProduct } from './harness.ts';

const product = useProduct();

it('signs up, signs in and logs out in French', async () => {
  const email = randomEmail();
  const page = await product().open('/signup');
  await page.getByLabel('Nom complet').fill('Zoé Lefèvre');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill('correct horse');
  await page.getByLabel('Confirmer le mot de passe').fill('correct horse');
  await page.getByRole('button', { name: "S'inscrire" }).click();
  await page.getByRole('heading', { name: 'Connexion' }).waitFor();

  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toMatch(/^ey/);

  await page.getByRole('button', { name: 'Menu du compte : Zoé Lefèvre' }).click();
  await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
  await page.waitForURL('**/login');
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
});

it('resets a forgotten password once by the link in a mail', async () => {
  const { email } = await product().t.member({ locale: 'en' });
  const page = await product().open('/recover-password', { locale: 'en' });
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();

  const mail = await eventually(async () => product().mails.received.find(({ to }) => to.includes(email)));
  const link = /http:\/\/localhost:\d+\/reset-password\?token=[\w-]+/.exec(mail.text ?? '')?.[0] ?? '';
  await page.goto(link);
  await page.getByLabel('New password').fill('battery staple');
  expect(page.url()).not.toContain('token');
  await page.getByLabel('Confirm password').fill('battery staple');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await page.waitForURL('**/login');
  expect(await product().t.login(email, 'battery staple')).toMatch(/^ey/);

  await page.goto(link);
  await page.getByLabel('New password').fill('third password');
  await page.getByLabel('Confirm password').fill('third password');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor();
});
