import { expect, it } from 'vitest';
import { useProduct } from './harness.ts';
import { expectShown, inEnglish, pathOf, signIn } from './watching.ts';

const product = useProduct();

it('lets a superuser of the built product sign in, open a list and see its rows', async () => {
  const { t } = product();
  const admin = await inEnglish(t, t.superuser());
  await t.member({ full_name: 'Zoé Lefèvre' });
  const page = await product().open('/', { locale: 'en' });
  await signIn(page, admin);
  await expectShown(page.getByRole('heading', { name: 'Dashboard', level: 1 }));
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Members' }).click();
  await expectShown(page.getByRole('row').getByText('Zoé Lefèvre'));
  expect(pathOf(page)).toBe('/members');
});
