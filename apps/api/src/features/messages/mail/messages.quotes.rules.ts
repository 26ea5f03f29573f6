import { sentencesOfReplies } from './messages.mail.ts';

/** Distinguishes the service's own mails from others. */
export interface Sender {
  address: string | undefined;
  names: readonly string[];
}

/** Placeholder in a text for an element after which mail programs insert the quoted mail; not a character. */
export const QUOTE_MARK = '\ufdd0';

type Kind = 'from' | 'date' | 'to' | 'cc' | 'subject';

/** Labels of quoted headers in the languages of mail programs, possibly in bold. */
const HEADERS: readonly [kind: Kind, label: RegExp][] = [
  [
    'from',
    /^[\s*_]{0,9}(?:from|de|exp[ée]diteur|von|absender|da|mittente|van|afzender|remitente|från|fra|od|nadawca|lähettäjä|feladó|kimden|от|від|από|差出人|发件人|寄件者|보낸 사람)[\s*_]{0,9}[:：]/iu,
  ],
  [
    'date',
    /^[\s*_]{0,9}(?:sent|date|envoyé(?: le)?|gesendet(?: am)?|datum|enviad[oa](?: el| em)?|fecha|data|inviato(?: il)?|verzonden|skickat|sendt|dato|wysłano|lähetetty|päivämäärä|elküldve|dátum|odesláno|tarih|gönderildi|дата|отправлено|надіслано|送信日時|日時|日付|发送时间|日期|보낸 날짜|날짜)[\s*_]{0,9}[:：]/iu,
  ],
  [
    'to',
    /^[\s*_]{0,9}(?:to|à|pour|destinataire|an|empfänger|a|para|destinatario|aan|till|til|do|vastaanottaja|címzett|komu|kime|кому|προς|宛先|收件人|받는 사람)[\s*_]{0,9}[:：]/iu,
  ],
  [
    'cc',
    /^[\s*_]{0,9}(?:cci?|copie(?: à)?|kopie|kopia|reply-to|répondre à|antwort an|responder a|rispondi a)[\s*_]{0,9}[:：]/iu,
  ],
  [
    'subject',
    /^[\s*_]{0,9}(?:subject|objet|sujet|betreff|asunto|oggetto|onderwerp|assunto|ämne|emne|temat|aihe|tárgy|předmět|predmet|konu|subiect|тема|θέμα|件名|主题|主旨|제목)[\s*_]{0,9}[:：]/iu,
  ],
];

/** Maximum length of a quoted header line, number of lines over which one is folded, and number of all lines. */
const HEADER_MAX = 500;
const FOLDS_MAX = 3;
const HEADERS_MAX = 16;

/** Maximum number of other quoted mails before one of ours: each requires scanning the rest of the text. */
const OTHERS_MAX = 50;

const kindOf = (line: string): Kind | undefined =>
  line.length > HEADER_MAX ? undefined : HEADERS.find(([, label]) => label.test(line))?.[0];

const ADDRESS = /[<([](?:mailto:)?[^\s<>()[\]@]{1,64}@[^\s<>()[\]@]{1,253}[>)\]]/;
const DATE = /\b20\d\d\b|20\d\d年|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b\d{1,2}[:.h]\d{2}\b/;
const WROTE =
  /wrote|écrit|schrieb|geschrieben|escribi|scritto|schreef|geschreven|escreveu|skrev|napisa|pisze|kirjoitti|írta|yazdı|scris|написа|έγραψε|写道|寫道|작성|メッセージ/iu;

/** First words of a line that names date and sender of a quote. */
const BEGINS = /^\s*(?:on|le|am|el|il|in data|op|em|den|w dniu|dnia|pe|dne|a)\s.*\d/iu;

/** Text above a forwarded mail, between dashes or before a colon. */
const FORWARDED =
  /^(?:(?:begin |start of )?forwarded (?:message|mail)|(?:début du )?message (?:transféré|transmis|réexpédié)|(?:anfang der )?weitergeleiteten? nachricht|(?:inicio del )?mensaje reenviado|(?:inizio )?messaggio inoltrato|(?:begin )?doorgestuurd bericht|(?:início da )?mensagem (?:re)?encaminhada|vidarebefordrat (?:meddelande|mejl)|videresendt (?:besked|meddelelse|melding)|przekazana wiadomość)$/iu;

/** Lines above a quoted mail: `________`, `-----Original Message-----`. */
const RULE = /^[-_=*]{5,}$/;
const TITLE = /^[-_]{2,20}[^-_]{3,60}[-_]{2,20}$/;

/** Placeholder of an inline picture. */
const PICTURE = /^\s*\[(?:image ?:|cid:)[^\]]*\]\s*$/i;

/** Maximum lines of a signature; a longer block may be content. */
const SIGNATURE_MAX = 5;

/** A line added by a phone or mail service, possibly with a link. */
const APPENDED =
  /^(?:(?:envoyé (?:de|depuis|à partir|avec)|sent (?:from|with)|gesendet (?:von|mit)|enviado (?:desde|con|do|a partir)|inviato (?:da|dal|con)|verzonden (?:vanaf|met|vanuit)|verstuurd (?:vanaf|met)|skickat från|sendt fra|wysłan[eo] z|provenance\s?:)\s[^,;!?]{1,60}|(?:von|diese nachricht wurde) .{1,80} gesendet\.?|(?:get|obtenez|télécharge[rz]|obtener|descargar?|scarica|ottieni|laden sie|download) outlook (?:for|pour|para|per|voor|für).{1,40}|outlook für .{1,40} (?:beziehen|herunterladen))(?:\s{0,2}[<[(]\S{1,300}[>\])])?$/iu;
const DEVICE =
  /iphone|ipad|\bios\b|android|mobile?\b|smartphone|téléphone|telefon|handy\b|tablet|samsung|galaxy|huawei|xiaomi|outlook|yahoo|proton|gmail|gmx|web\.de|windows|blackberry|appareil|laposte|mail orange|orange mail/iu;

const isAppended = (line: string): boolean =>
  line.length < HEADER_MAX && APPENDED.test(line) && DEVICE.test(line);

const plainOf = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('’', "'").toLowerCase();

const OWN_SENTENCES = sentencesOfReplies().map(plainOf);

const isQuoted = (line: string) => /^\s{0,3}>/.test(line);
const isBlank = (line: string) => line.trim() === '';

/** A part of a text, in lines; `end` is the line after it. */
interface Part {
  start: number;
  end: number;
}

/** Quoted headers: the sender and another one, at least one of them with an address or a subject. */
function headersAt(lines: readonly string[], start: number): Part | undefined {
  if (kindOf(lines[start] ?? '') === undefined) return undefined;
  const kinds = new Set<Kind>();
  let end = start;
  const last = Math.min(lines.length, start + HEADERS_MAX);
  for (let at = start, folds = 0; at < last && folds <= FOLDS_MAX; at += 1) {
    const line = lines[at] as string;
    const kind = kindOf(line);
    if (kind && kinds.has(kind) && kind !== 'cc') break;
    if (kind) {
      kinds.add(kind);
      end = at + 1;
      folds = 0;
    } else folds += 1;
  }
  const all = lines.slice(start, end).join('\n');
  const isHeader = kinds.has('from') && kinds.size > 1 && (kinds.has('subject') || all.includes('@'));
  return isHeader ? { start, end } : undefined;
}

/** `Le 30 novembre 2026 à 10:12, Agora <…> a écrit :`, over several lines, the last of which is `last`. */
function attributionTo(lines: readonly string[], last: number): (Part & { isSure: boolean }) | undefined {
  if (!/[:：]$/.test(lines[last]?.trimEnd() ?? '')) return undefined;
  for (let start = last; start >= Math.max(0, last - FOLDS_MAX); start -= 1) {
    const line = lines[start] as string;
    if (isBlank(line) || isQuoted(line) || line.length > HEADER_MAX) return undefined;
    const all = lines.slice(start, last + 1).join(' ');
    const isSure = ADDRESS.test(all) && DATE.test(all);
    if (!isSure && !(WROTE.test(all) && /\d/.test(all))) continue;
    const before = lines[start - 1] ?? '';
    const isFolded = !BEGINS.test(line) && BEGINS.test(before) && before.length <= HEADER_MAX;
    return { start: isFolded ? start - 1 : start, end: last + 1, isSure };
  }
  return undefined;
}

/** The text of the author, and the first line of the mail that is quoted below without `>`. */
interface Reading {
  quoted: boolean[];
  cut: number;
}

function read(lines: readonly string[], sender: Sender): Reading {
  const quoted = lines.map(isQuoted);
  const until = (at: number) => {
    const next = lines.findIndex((_, index) => index >= at && headersAt(lines, index));
    return next < 0 ? lines.length : next;
  };
  let at = 0;
  let others = 0;
  while (at < lines.length && others < OTHERS_MAX) {
    const line = lines[at] as string;
    if (isForwarding(line)) return { quoted: quoted.map((is, index) => is && index < at), cut: lines.length };
    const marked = line.includes(QUOTE_MARK);
    const first = marked ? lines.findIndex((each, index) => index > at && !isAbove(each)) : at;
    const headers = first < 0 ? undefined : headersAt(lines, first);
    if (headers) {
      if (isOwn(lines, headers, until(headers.end), sender)) return { quoted, cut: at };
      at = headers.end;
      others += 1;
      continue;
    }
    if (marked && !isForwarding(lines[first] ?? '')) return { quoted, cut: at };
    const attribution = attributionTo(lines, at);
    at += 1;
    if (!attribution) continue;
    while (at < lines.length && isBlank(lines[at] as string)) at += 1;
    if (quoted[at]) quoted.fill(true, attribution.start, attribution.end);
    else if (attribution.isSure) {
      if (isOwn(lines, attribution, until(at), sender)) return { quoted, cut: attribution.start };
      others += 1;
    }
  }
  return { quoted, cut: lines.length };
}

const isForwarding = (line: string) =>
  line.length <= HEADER_MAX && !isQuoted(line) && FORWARDED.test(line.replaceAll(/[-\s:]+/g, ' ').trim());

const isSeparator = (line: string) => RULE.test(line) || TITLE.test(line);

const isAbove = (line: string) => isBlank(line) || isSeparator(line.trim()) || line.includes(QUOTE_MARK);

const wordsOf = (text: string) => plainOf(text).split(/[^\p{L}\p{N}]+/u);

/** True for a quoted mail of the service that ends at a line; other quoted mails were forwarded to the team. */
function isOwn(lines: readonly string[], { start, end }: Part, last: number, sender: Sender): boolean {
  const { address, names } = sender;
  const header = lines.slice(start, end);
  const head = plainOf(header.join('\n'));
  const words = wordsOf(header.find((line) => kindOf(line) === 'from') ?? head);
  const text = plainOf(lines.slice(end, last).join('\n'));
  return (
    (address !== undefined && head.includes(address.toLowerCase())) ||
    names.some((name) => wordsOf(name).every((word) => words.includes(word))) ||
    /\(#\d+\)/.test(head) ||
    OWN_SENTENCES.some((sentence) => text.includes(sentence))
  );
}

/** Lines without those that mail programs add above a quote or at the end, including the author's signature. */
function withoutEnd(lines: readonly string[], additions = 3): readonly string[] {
  const end = lines.findLastIndex((line) => !isAbove(line)) + 1;
  const kept = lines.slice(0, end);
  if (additions === 0) return kept;
  const dashes = kept.lastIndexOf('-- ');
  const below = kept.slice(dashes + 1);
  if (dashes >= 0 && below.length <= SIGNATURE_MAX && !below.some(isBlank))
    return withoutEnd(kept.slice(0, dashes), additions - 1);
  return isAppended(kept.at(-1)?.trim() ?? '') ? withoutEnd(kept.slice(0, -1), additions - 1) : kept;
}

/** The text below the service's own mail, whose end is known. */
function textBelowOwnMail(lines: readonly string[], names: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => OWN_SENTENCES.some((each) => plainOf(line).includes(each)));
  return lines
    .slice(last + 1)
    .filter((line) => last >= 0 && !isQuoted(line) && !/^--\s?$/.test(line) && !names.includes(line.trim()));
}

/** Lines without placeholders of pictures and repeated blank lines. */
const withoutExtraBlankLines = (lines: readonly string[]): string =>
  lines
    .map((line) => line.replaceAll(QUOTE_MARK, '').trimEnd())
    .filter((line) => !PICTURE.test(line))
    .filter((line, index, all) => line !== '' || all[index - 1] !== '')
    .join('\n')
    .trim();

/** The full text of a mail, as readers see it. */
export const wholeText = (text: string): string => withoutExtraBlankLines(text.split('\n'));

/**
 * The author's text of a mail, without quotes around it and a signature below. Quotes between own lines are
 * kept, as are forwarded mails.
 */
export function withoutQuotes(text: string, sender: Sender): string {
  const lines = text.split('\n');
  const { quoted, cut } = read(lines, sender);
  const isWritten = (line: string, index: number) => index < cut && !quoted[index] && !isBlank(line);
  const start = Math.max(lines.findIndex(isWritten), 0);
  const end = lines.findLastIndex(isWritten) + 1;
  const quote = quoted.lastIndexOf(true, end);
  // Phones add their line even below a quote.
  const isQuoteLast = quote > start && withoutEnd(lines.slice(quote + 1, end)).length === 0;
  const last = isQuoteLast
    ? lines.findLastIndex((line, index) => index < quote && isWritten(line, index)) + 1
    : end;
  const above = withoutExtraBlankLines(withoutEnd(lines.slice(start, last)));
  return above || withoutExtraBlankLines(textBelowOwnMail(lines.slice(cut), sender.names));
}
