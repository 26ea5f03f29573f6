/* Runs before anything else: hides the token of a mail's link, sets the chosen colours and language,
   preloads the back-office. */
(() => {
  const token = new URLSearchParams(location.search).get('token');
  if (token) history.replaceState({ token }, '', location.pathname);

  const root = document.documentElement;
  let isSignedIn = false;
  let theme = 'light';
  let locale = root.lang;
  try {
    theme = localStorage.getItem('theme') ?? theme;
    locale = localStorage.getItem('locale') ?? locale;
    isSignedIn = localStorage.getItem('access_token') !== null;
  } catch {
    // No storage: the defaults stand.
  }
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const scheme = theme === 'dark' || (theme === 'system' && prefersDark) ? 'dark' : 'light';
  root.classList.add(scheme);
  root.dataset.mantineColorScheme = scheme;
  if (locale === 'fr' || locale === 'en') root.lang = locale;

  const scripts = isSignedIn && document.querySelector('meta[name="back-office"]')?.content;
  for (const href of scripts ? scripts.split(' ') : [])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
})();
