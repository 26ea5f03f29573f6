/* Runs before anything else: hides the token of a mail's link, sets the chosen colours and language, draws the
   frame of the page, preloads what it needs, and begins the first reads of a signed-in user. */
(() => {
  const token = new URLSearchParams(location.search).get('token');
  if (token) history.replaceState({ token }, '', location.pathname);

  const root = document.documentElement;
  let session = null;
  let theme = 'light';
  let locale = root.lang;
  try {
    theme = localStorage.getItem('theme') ?? theme;
    locale = localStorage.getItem('locale') ?? locale;
    session = localStorage.getItem('access_token') || null;
  } catch {
    // No storage: the defaults stand.
  }
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const scheme = theme === 'dark' || (theme === 'system' && prefersDark) ? 'dark' : 'light';
  root.classList.add(scheme);
  root.dataset.mantineColorScheme = scheme;
  if (locale === 'fr' || locale === 'en') root.lang = locale;

  const { content = '', dataset } = document.querySelector('meta[name="preloads"]') ?? {};
  const pages = content.split(',').map((page) => page.split(' '));
  const pageAt = (path) => {
    const parts = path.split('/');
    const fits = (part, index) =>
      part === parts[index] || (part.startsWith(':') && (part.endsWith('?') || Boolean(parts[index])));
    return pages.find(([pattern]) => {
      const wanted = pattern.split('/');
      return parts.length <= wanted.length && wanted.every(fits);
    });
  };
  const isSignedIn = session !== null;
  // As the router leads on: to sign-in, and from there.
  const isFor = { guest: !isSignedIn, public: true, user: isSignedIn, superuser: isSignedIn };
  const home = isSignedIn ? '/dashboard' : '/login';
  const page = [location.pathname === '/' ? home : location.pathname, home]
    .map(pageAt)
    .find((found) => !found || isFor[found[1]]);
  if (page) root.dataset.frame = page[1] === 'guest' || page[1] === 'public' ? 'public' : 'shell';
  const files = dataset?.files.split(' ');
  // Those after `?` are of the view that a page shows where its address names none.
  const namesView = new URLSearchParams(location.search).has('view');
  const filesOf = ([, , ...numbers] = []) =>
    numbers
      .filter((number) => !(namesView && number.startsWith('?')))
      .map((number) => `/${files[number.replace('?', '')]}`);
  const preloaded = new Set();
  const preload = (href, kind) => {
    if (preloaded.has(href)) return;
    preloaded.add(href);
    // As Vite asks for them; another request would not take what is preloaded.
    document.head.append(Object.assign(document.createElement('link'), { ...kind, href, crossOrigin: '' }));
  };
  for (const href of filesOf(page))
    preload(href, href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' });
  // For app/routes.ts; Vite preloads the styles of a page that is opened later.
  globalThis.preloadScripts = (path) => {
    for (const href of filesOf(pages.find(([pattern]) => pattern === path)))
      if (href.endsWith('.js')) preload(href, { rel: 'modulepreload' });
  };

  if (!isSignedIn || !page || page[1] === 'public') return;
  // Taken by platform/api.ts.
  globalThis.firstReads = new Map(
    ['/api/v1/users/me', '/api/v1/preferences/'].map((path) => {
      const headers = { authorization: `Bearer ${session}`, 'accept-language': root.lang };
      const read = fetch(path, { headers, credentials: 'include', signal: AbortSignal.timeout(30_000) });
      read.catch(() => undefined);
      return [path, read];
    }),
  );
})();
