// @ts-check
/**
 * What `format` means. Values come from agents, so each check takes time in proportion to the length of the
 * text, whatever the text is: no expression here has two ways to read the same characters. Plain JavaScript:
 * validation threads run it directly.
 */

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(z|[+-]\d\d(?::?\d\d)?)?$/i;
const DURATION = /^P(?!$)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const LOCAL_PART = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/i;
const URI = /^[a-z][a-z0-9+\-.]*:[^\s]*$/i;
const URI_REFERENCE = /^[^\\\s#]*(?:#[^\\\s#]*)?$/;
const URI_TEMPLATE =
  /^(?:[^\p{Cc}\s"'<>%\\^`{|}]|%[0-9a-f]{2}|\{[+#./;?&=,!@|]?(?:[a-z0-9_.]|%[0-9a-f]{2})+(?::[1-9]\d{0,3}|\*)?(?:,(?:[a-z0-9_.]|%[0-9a-f]{2})+(?::[1-9]\d{0,3}|\*)?)*\})*$/iu;
const UUID = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const JSON_POINTER = /^(?:\/(?:[^~/]|~0|~1)*)*$/;
const JSON_POINTER_FRAGMENT = /^#(?:\/(?:[a-z0-9_\-.!$&'()*+,;:=@]|%[0-9a-f]{2}|~0|~1)*)*$/i;
const RELATIVE_JSON_POINTER = /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~0|~1)*)*)$/;
const BASE64 = /^[a-z0-9+/]*={0,2}$/i;

const MAX_HOST = 253;
const MAX_IP = 45;
const WEB = ['http:', 'https:', 'ftp:'];

/** @param {string} text */
function isDate(text) {
  const [, year = '', month = '', day = ''] = DATE.exec(text) ?? [];
  if (year === '' || Number(month) < 1 || Number(month) > 12 || Number(day) < 1) return false;
  // Day 0 of the next month is the last of this one.
  return Number(day) <= new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate();
}

/**
 * @param {string} text
 * @param {boolean} needsZone
 */
function isTime(text, needsZone) {
  const [, hour, minute, second, zone] = TIME.exec(text) ?? [];
  if (hour === undefined || (needsZone && zone === undefined)) return false;
  // A leap second can occur at any hour, depending on the time zone.
  return Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;
}

/**
 * @param {string} text
 * @param {RegExp} separator
 * @param {boolean} needsZone
 */
function isDateTime(text, separator, needsZone) {
  return separator.test(text.charAt(10)) && isDate(text.slice(0, 10)) && isTime(text.slice(11), needsZone);
}

/** @param {string} text */
function isHostname(text) {
  const name = text.endsWith('.') ? text.slice(0, -1) : text;
  return name.length <= MAX_HOST && name.split('.').every((label) => LABEL.test(label));
}

/** @param {string} text */
function isEmail(text) {
  const at = text.lastIndexOf('@');
  return at > 0 && LOCAL_PART.test(text.slice(0, at)) && isHostname(text.slice(at + 1));
}

/** @param {string} text */
function isIpv4(text) {
  const parts = text.length <= MAX_IP ? text.split('.') : [];
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
}

/** @param {string} text */
function isIpv6(text) {
  return text.length <= MAX_IP && /^[0-9a-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]/`);
}

/** @param {string} text */
function isUrl(text) {
  if (/\s/.test(text) || !URL.canParse(text)) return false;
  return WEB.includes(new URL(text).protocol) && /^[a-z]+:\/\//i.test(text);
}

/** @param {string} text */
function isRegex(text) {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

/** @type {Record<string, import('ajv').Format>} */
export const formats = {
  date: isDate,
  time: (/** @type {string} */ text) => isTime(text, true),
  'date-time': (/** @type {string} */ text) => isDateTime(text, /t/i, true),
  'iso-time': (/** @type {string} */ text) => isTime(text, false),
  'iso-date-time': (/** @type {string} */ text) => isDateTime(text, /[t\s]/i, false),
  duration: DURATION,
  uri: URI,
  'uri-reference': URI_REFERENCE,
  'uri-template': URI_TEMPLATE,
  url: isUrl,
  email: isEmail,
  hostname: isHostname,
  ipv4: isIpv4,
  ipv6: isIpv6,
  regex: isRegex,
  uuid: UUID,
  'json-pointer': JSON_POINTER,
  'json-pointer-uri-fragment': JSON_POINTER_FRAGMENT,
  'relative-json-pointer': RELATIVE_JSON_POINTER,
  byte: (/** @type {string} */ text) => text.length % 4 === 0 && BASE64.test(text),
  int32: {
    type: 'number',
    validate: (/** @type {number} */ value) => Number.isInteger(value) && (value | 0) === value,
  },
  int64: { type: 'number', validate: (/** @type {number} */ value) => Number.isInteger(value) },
  float: { type: 'number', validate: () => true },
  double: { type: 'number', validate: () => true },
  password: true,
  binary: true,
};
