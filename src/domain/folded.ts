/** Removes case and accents, so that texts can be compared and searched as people read them. */
export const folded = (text: string): string =>
  ASCII.test(text) ? text.toLowerCase() : plain(text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase())

/** A folded text in which numbers compare by value: 'List 9' comes before 'List 10'. */
export const naturalKey = (text: string): string =>
  folded(text).replace(/\d+/g, digits => digits.padStart(LONGEST_NUMBER, '0'))

/** Likewise; what has no text comes after every text that people write. */
export const naturalKeyOrLast = (text: string | null): string => (text === null ? LAST : naturalKey(text))

const LAST = '\uffff'
const LONGEST_NUMBER = 15
const ASCII = /^\p{ASCII}*$/u

/** Letters that Unicode doesn't take apart into a base letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ı: 'i', þ: 'th'}
const plain = (text: string): string => text.replace(/[ßøłđæœıþ]/g, letter => LETTERS[letter] ?? letter)
