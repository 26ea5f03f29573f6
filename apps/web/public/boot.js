/* Runs before anything else: hides the token of a mail's link and the code of a sign-in provider, sets the chosen colours and language, and draws the
   frame of the page. */
(() => {
  const token = new URLSearchParams(location.search).get('token');
  if (token) history.replaceState({ token }, '', location.pathname);
  const isReturn = location.pathname === '/login/provider';
  if (isReturn && location.search) history.replaceState({ returned: location.search }, '', location.pathname);

  const root = document.documentElement;
  let isSignedIn = false;
  let theme = 'light';
  let locale = root.lang;
  try {
    theme = localStorage.getItem('theme') ?? theme;
    locale = localStorage.getItem('locale') ?? locale;
    isSignedIn = Boolean(localStorage.getItem('access_token'));
  } catch {
    // No storage: the defaults stand.
  }
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const scheme = theme === 'dark' || (theme === 'system' && prefersDark) ? 'dark' : 'light';
  root.classList.add(scheme);
  root.dataset.mantineColorScheme = scheme;
  if (locale === 'fr' || locale === 'en') root.lang = locale;
  // These pages look the same with a session.
  root.dataset.frame = isSignedIn && !token && !isReturn ? 'shell' : 'public';

  // Mantine writes its styles as markup: text without a tag is let through. ProseMirror calls the policy itself, without
  // a sink, for pasted HTML, which it parses apart from the page.
  globalThis.trustedTypes?.createPolicy('default', {
    createHTML: (html, _type, sink) => (sink && html.includes('<') ? null : html),
  });
})();
