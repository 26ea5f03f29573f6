/** The module without CommonJS, which the bundler of the web application would load too late. */
declare module 'punycode/punycode.es6.js' {
  export { toASCII, toUnicode } from 'punycode';
}
