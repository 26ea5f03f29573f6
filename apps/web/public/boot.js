/* Runs before anything else: hides the token of a mail's link, sets the colours and the language chosen here. */
(() => {
  const token = new URLSearchParams(location.search).get('token');
  if (token) history.replaceState({ token }, '', location.pathname);

  const root = document.documentElement;
  let theme = 'light';
  let locale = root.lang;
  try {
    theme = localStorage.getItem('theme') ?? theme;
    locale = localStorage.getItem('locale') ?? locale;
  } catch {
    // No storage: the defaults stand.
  }
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const scheme = theme === 'dark' || (theme === 'system' && prefersDark) ? 'dark' : 'light';
  root.classList.add(scheme);
  root.dataset.mantineColorScheme = scheme;
  if (locale === 'fr' || locale === 'en') root.lang = locale;
})();
