/* Runs before the first paint: the colours and the language that this browser chose. */
(() => {
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
