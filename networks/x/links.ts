/**
 * Addresses in a text, as X finds and shortens them: by the rules of twitter-text 3.1.0, whose regular expressions take
 * quadratic time. Linear, and safe for the browser.
 * https://github.com/twitter/twitter-text/blob/master/js/src/extractUrlsWithIndices.js (2026-11-22)
 */
import { endBefore } from '../core/text.ts';
import { accents, findAsciiDomains, hasShortLabels, Name } from './domains.ts';

/** UTF-16 indices into the text; the end is exclusive. */
export interface Link {
  start: number;
  end: number;
}

const spaces = '\\t-\\r \\x85\\xa0\\u1680\\u180e\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const unusable = '\\ufffe\\ufeff\\uffff\\u202a-\\u202e\\u061c\\u200e\\u200f\\u2066-\\u2069';
/** Characters of names with their dots, which no protocol or path contains before the first slash. */
const names = new RegExp(`[^!'#%&()*+,/:;<=>?@[\\]^{|}~$\\\\${spaces}${unusable}]+`, 'g');
const protocol = /https?:\/\/$/i;
const longestProtocol = 'https://'.length;

const inPath = `a-z\\u0400-\\u04ff0-9!*';:=+,.$/%#[\\]\\-\\u2013_~@|&${accents}`;
const somePath = new RegExp(`[${inPath}]*`, 'iy');
/** One level of brackets within the brackets, and no empty ones. */
const brackets = new RegExp(`\\((?:[${inPath}]+|[${inPath}]*\\([${inPath}]+\\)[${inPath}]*)\\)`, 'iy');
const noEndOfPath = new RegExp(`[^-+a-z\\u0400-\\u04ff0-9=_#/${accents}]`, 'i');
const somePort = /:\d+/y;
const someQuery = /\?[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]*/iy;
const noEndOfQuery = /[^a-z0-9\-_&=#/]/i;
/** X reads only so much of its own short addresses. */
const shortened = /^https?:\/\/t\.co\/([a-z0-9]+)(?:\?[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]*[a-z0-9\-_&=#/])?/i;
const longestSlug = 40;
const longestAddress = 4096;

export function findLinks(text: string): Link[] {
  const links: Link[] = [];
  if (!text.includes('.')) return links;
  let free = 0;
  for (const { 0: name, index } of text.matchAll(names)) {
    if (name.includes('.')) free = findInRun(text, index, index + name.length, free, links);
  }
  return links;
}

/** Adds the links whose domains begin in this run of names. Returns where the search goes on. */
function findInRun(text: string, from: number, to: number, searched: number, links: Link[]): number {
  const name = new Name(text, from, to);
  let free = searched;
  const begun = startOfProtocol(text, from, free);
  const whole = begun === undefined ? -1 : name.endFrom(0, from);
  if (begun !== undefined && whole >= 0)
    free = addLink(text, { start: begun, domain: from, end: whole }, links);
  for (const [at, label] of name.labels.entries()) {
    for (let start = Math.max(label.start, free === 0 ? 0 : free + 1); start < label.end; start += 1) {
      const end = endOfDomain(text, name, at, start);
      if (end < 0) continue;
      free = addLink(text, { start, domain: start, end }, links);
      start = free;
    }
  }
  return free;
}

/** Of the first two places in a text, twitter-text tries the second one first. */
function endOfDomain(text: string, name: Name, at: number, start: number): number {
  const isSecondFirst = start === 0 && mayPrecede(text, 1) && name.endFrom(at, 1) >= 0;
  return mayPrecede(text, start) && !isSecondFirst ? name.endFrom(at, start) : -1;
}

function startOfProtocol(text: string, at: number, free: number): number | undefined {
  const [found = ''] = protocol.exec(text.slice(Math.max(0, at - longestProtocol), at)) ?? [];
  const start = at - found.length;
  const isFound = found !== '' && (start === 0 || (start > free && mayPrecede(text, start)));
  return isFound ? start : undefined;
}

/** Whether an address may begin here, after the character before it. */
function mayPrecede(text: string, start: number): boolean {
  return start === 0 || !/[a-z0-9@＠$#＃\ufffe\ufeff\uffff]/i.test(text.charAt(start - 1));
}

interface Found {
  start: number;
  /** Where the domain begins and ends. */
  domain: number;
  end: number;
}

/** Adds what X makes of the address. Returns its end, where the search goes on even if X makes no link of it. */
function addLink(text: string, { start, domain, end }: Found, links: Link[]): number {
  const pathStart = endOfMatch(somePort, text, end);
  const pathEnd = findPathEnd(text, pathStart);
  const last = findQueryEnd(text, pathEnd);
  const hasProtocol = start < domain;
  const length = last - start + (hasProtocol ? domain - start : longestProtocol);
  const name = text.slice(domain, end);
  const found = findAsciiDomains(name);
  // X refuses a name in Punycode without a part that it would link of itself.
  const isRefused = name.startsWith('xn--') && found.length === 0;
  if (length > longestAddress || isRefused || !hasShortLabels(name)) return last;
  if (hasProtocol) {
    const [own, slug = ''] = shortened.exec(text.slice(start, last)) ?? [];
    const ownEnd = own === undefined ? last : start + own.length;
    if (slug.length <= longestSlug) links.push({ start, end: ownEnd });
    return last;
  }
  if (/[-_./]/.test(text.charAt(start - 1))) return last;
  for (const [at, each] of found.entries()) {
    const hasPath = at === found.length - 1 && pathEnd > pathStart;
    // The address is this part of the name and what follows the whole name. The link is as long, wherever that ends.
    links.push({ start: domain + each.start, end: domain + each.end + (hasPath ? last - end : 0) });
  }
  return last;
}

/** The end of the path: characters and bracketed groups. A group ends a path only right after what may end one. */
function findPathEnd(text: string, start: number): number {
  if (text.charAt(start) !== '/') return start;
  let at = start + 1;
  let end = at;
  for (;;) {
    const next = endOfMatch(somePath, text, at);
    const tail = endBefore(text.slice(at, next), noEndOfPath);
    if (tail > 0) end = at + tail;
    at = endOfMatch(brackets, text, next);
    if (at === next) return end;
    if (end === next) end = at;
  }
}

function findQueryEnd(text: string, start: number): number {
  const query = text.slice(start, endOfMatch(someQuery, text, start));
  const length = endBefore(query, noEndOfQuery);
  return length > 1 ? start + length : start;
}

function endOfMatch(sticky: RegExp, text: string, at: number): number {
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : at;
}
