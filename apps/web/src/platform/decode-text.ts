/** Non-ASCII letters and signs that are common in French and English; rare capitals are left out. */
const EXPECTED_CHARACTERS = /[àâäæçéèêëîïôöœùûüÀÂÇÉÈÊÎÔŒ’‘“”«»…–—€°\u00a0]/g;

const expectedShare = (text: string): number => {
  const nonAscii = [...text].filter((character) => character > '\u007f');
  return (text.match(EXPECTED_CHARACTERS)?.length ?? 0) / (nonAscii.length || 1);
};

/** Maximum share of invalid characters among the non-ASCII ones of a text that counts as UTF-8. */
const INVALID_SHARE_MAX = 0.1;

const decode = (bytes: Uint8Array, encoding: string) => new TextDecoder(encoding).decode(bytes);

/** Detects UTF-16 by its byte order mark or, without one, by the zero bytes of ASCII characters. */
function detectUtf16(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  const start = bytes.subarray(0, 1_000);
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > start.length / 4 && even < odd / 4) return 'utf-16le';
  if (even > start.length / 4 && odd < even / 4) return 'utf-16be';
  return undefined;
}

/** The upper half of code page 850, in which Excel saves “CSV (MS-DOS)” and which no browser decodes. */
const CODE_PAGE_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

const decode850 = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : CODE_PAGE_850[byte - 128])).join('');

/**
 * Decodes a file in any encoding that spreadsheets use for French and English: UTF-8, UTF-16, Windows-1252,
 * Mac Roman, code page 850 or ISO 8859-15. Single invalid bytes of UTF-8 become U+FFFD. Detection libraries
 * support neither Mac Roman and code page 850 nor UTF-16 without a byte order mark.
 */
export function decodeText(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer);
  const utf16 = detectUtf16(bytes);
  if (utf16) return decode(bytes, utf16);
  const text = decode(bytes, 'utf-8');
  const nonAscii = [...text].filter((character) => character > '\u007f');
  const invalid = nonAscii.filter((character) => character === '\ufffd').length;
  if (invalid <= nonAscii.length * INVALID_SHARE_MAX || (invalid === 1 && nonAscii.length > 1)) return text;
  const candidates = ['windows-1252', 'macintosh', 'iso-8859-15'].map((encoding) => decode(bytes, encoding));
  return [...candidates, decode850(bytes)].reduce((best, candidate) =>
    expectedShare(candidate) > expectedShare(best) ? candidate : best,
  );
}
