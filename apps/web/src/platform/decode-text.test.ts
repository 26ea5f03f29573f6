import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const TEXT = 'jour;texte\r\n05/02/2027;L’été déjà à Noël : « çà » … œuf, 10 €';

/** Encodes a text in a single-byte encoding. */
function encode(text: string, encoding: string): ArrayBuffer {
  const characters = [
    ...new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
  ];
  return Uint8Array.from([...text].map((character) => characters.indexOf(character))).buffer;
}

const utf16 = (text: string, isLittle: boolean): ArrayBuffer => {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let index = 0; index < text.length; index += 1)
    view.setUint16(index * 2, text.charCodeAt(index), isLittle);
  return view.buffer;
};

const utf8 = (text: string): number[] => [...new TextEncoder().encode(text)];

describe('text of a file', () => {
  it.each([
    ['UTF-8', Uint8Array.from(utf8(TEXT)).buffer],
    ['UTF-8 with a byte order mark', Uint8Array.from(utf8(`\uFEFF${TEXT}`)).buffer],
    ['UTF-16, little endian, with a mark', utf16(`\uFEFF${TEXT}`, true)],
    ['UTF-16, big endian, with a mark', utf16(`\uFEFF${TEXT}`, false)],
    ['UTF-16, little endian, without a mark', utf16(TEXT, true)],
    ['UTF-16, big endian, without a mark', utf16(TEXT, false)],
    ['Windows-1252', encode(TEXT, 'windows-1252')],
    ['Mac Roman', encode(TEXT, 'macintosh')],
  ])('decodes a file in %s', (_encoding, bytes) => expect(decodeText(bytes)).toBe(TEXT));

  it.each(['été', 'à', 'L’œuf', '10 €'])(
    'decodes a file that contains only “%s” in Windows-1252 and Mac Roman',
    (text) => {
      expect(decodeText(encode(text, 'windows-1252'))).toBe(text);
      expect(decodeText(encode(text, 'macintosh'))).toBe(text);
    },
  );

  it.each(['Œuvre à 10 €', '10 €'])('decodes “%s” in ISO 8859-15', (text) =>
    expect(decodeText(encode(text, 'iso-8859-15'))).toBe(text),
  );

  it.each([
    ["Déjà l'été", [0x44, 0x82, 0x6a, 0x85, 0x20, 0x6c, 0x27, 0x82, 0x74, 0x82]],
    ['à « Noël »', [0x85, 0x20, 0xae, 0x20, 0x4e, 0x6f, 0x89, 0x6c, 0x20, 0xaf]],
  ])('decodes “%s” in code page 850', (text, bytes) =>
    expect(decodeText(Uint8Array.from(bytes).buffer)).toBe(text),
  );

  it('decodes UTF-8 with one invalid byte, which becomes a replacement character', () => {
    const bytes = Uint8Array.from([...utf8(`${TEXT}\n`), 0xe9, ...utf8('\nà')]);
    expect(decodeText(bytes.buffer)).toBe(`${TEXT}\n\ufffd\nà`);
  });

  it('decodes an empty file as an empty text', () => expect(decodeText(new ArrayBuffer(0))).toBe(''));
});
