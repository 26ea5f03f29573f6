import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../apps/api/src/platform/config.ts';
import { startService } from '../apps/api/src/service.ts';
import { chooseChromium, launch } from '../e2e/chromium.ts';

/**
 * Takes screenshots of every screen × language × colour mode × width into `shots/`. Runs the service on demo
 * data; build the web application first.
 */
const SHOTS = fileURLToPath(new URL('../shots/', import.meta.url));
const LOCALES = ['fr', 'en'] as const;
const THEMES = ['light', 'dark'] as const;
const WIDTHS = { phone: [360, 740], tablet: [768, 1024], desktop: [1440, 900] } as const;
const PUBLIC_PATHS = [
  '/login',
  '/signup',
  '/recover-password',
  '/reset-password',
  '/reset-password?token=x',
  '/nowhere',
];

/** Pages of a superuser; `:member` and `:admin` stand for accounts, other parameters for one of each. */
const SIGNED_IN_PATHS = [
  '/dashboard',
  '/members',
  '/members?search=zzzz',
  '/members?page=999',
  '/members/new',
  '/audit-log',
  '/members/:member',
  '/admin',
  '/admin/new',
  '/admin/:admin',
  '/items',
  '/settings',
  '/daily-message',
  '/daily-message?view=list',
  '/daily-message?view=reserve',
  '/daily-message?view=history',
  '/daily-message?view=trash',
  '/daily-message/new',
  '/daily-message/:message',
  '/broadcast',
  '/broadcast?view=segments',
  '/broadcast?search=zzzz',
  '/broadcast/new',
  '/broadcast/:draft',
  '/broadcast/:sent',
  '/broadcast/:missed',
  '/news',
  '/news?view=categories',
  '/news?view=trash',
  '/news/new',
  '/news/:article',
  '/messages',
  '/messages?tab=waiting&search=zzzz',
  '/messages/:conversation',
  '/rates',
  '/rates?score=1,2',
];

const dataDir = await mkdtemp(join(tmpdir(), 'agora-shots-'));
const config = readConfig({ DATA_DIR: dataDir, PORT: '8123', LOG_LEVEL: 'error' });
const service = await startService(config);
const api = `${service.url}/api/v1`;

const signIn = await fetch(`${api}/login/access-token`, {
  method: 'POST',
  body: new URLSearchParams({ username: config.FIRST_SUPERUSER, password: config.FIRST_SUPERUSER_PASSWORD }),
});
const { access_token } = (await signIn.json()) as { access_token: string };
const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
const write = (path: string, body: object) =>
  fetch(api + path, { method: 'PATCH', headers, body: JSON.stringify(body) });

async function idOf(list: string): Promise<string> {
  const answer = await fetch(`${api}/${list}&limit=1`, { headers });
  const { data } = (await answer.json()) as { data: { id: string }[] };
  return data[0]?.id ?? '';
}

const ids = {
  ':member': await idOf('users/?is_superuser=false&status=deactivated'),
  ':admin': await idOf('users/?is_superuser=true&status=active'),
  ':article': await idOf('news/?status=published'),
  ':draft': await idOf('broadcasts/?status=draft'),
  ':sent': await idOf('broadcasts/?status=sent'),
  ':missed': await idOf('broadcasts/?status=missed'),
  ':conversation': await idOf('messages/?status=open&sort=last_at'),
  ':message': await idOf('daily-messages/?place=planned&status=ready&sort=-day'),
};
const withIds = (path: string) =>
  Object.entries(ids).reduce((url, [name, id]) => url.replace(name, id), path);
const fileNameOf = (path: string) => path.replaceAll(/[^a-z]+/gi, '-').replaceAll(/^-|-$/g, '');

await rm(SHOTS, { recursive: true, force: true });
await mkdir(SHOTS);
await write('/users/me', { full_name: 'Camille Moreau' });
await chooseChromium();
const browser = await launch();
for (const locale of LOCALES)
  for (const theme of THEMES) {
    await write('/users/me', { locale });
    await write('/preferences/', { theme });
    for (const [device, [width, height]] of Object.entries(WIDTHS))
      for (const isSignedIn of [false, true]) {
        const context = await browser.newContext({ viewport: { width, height } });
        await context.addInitScript(
          (stored) => {
            for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
          },
          { locale, theme, ...(isSignedIn && { access_token }) },
        );
        const page = await context.newPage();
        for (const path of isSignedIn ? SIGNED_IN_PATHS : PUBLIC_PATHS) {
          await page.goto(service.url + withIds(path));
          await page.waitForFunction(
            () =>
              document.querySelector('h1') &&
              !document.querySelector('.mantine-Skeleton-root, [aria-busy="true"]'),
          );
          await page.screenshot({ path: `${SHOTS}${fileNameOf(path)}.${locale}.${theme}.${device}.png` });
        }
        await context.close();
      }
  }
await browser.close();
await service.stop();
await rm(dataDir, { recursive: true, force: true });
console.log(`The pictures are in ${SHOTS}`);
