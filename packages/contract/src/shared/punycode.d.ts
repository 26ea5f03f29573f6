/** The ES module: the web application's bundler would load the CommonJS one too late. */
declare module 'punycode/punycode.es6.js' {
  export { toASCII, toUnicode } from 'punycode';
}
