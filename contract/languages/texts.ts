/** Texts by their names: plain ones, ones with blanks to be filled in, and groups of them. */
export interface Texts {
  readonly [name: string]: string | ((...filledIn: never) => string) | Texts
}

/** The same names with other words. */
export type Worded<T> = {
  readonly [Name in keyof T]: T[Name] extends string
    ? string
    : T[Name] extends (...filledIn: infer FilledIn) => string
      ? (...filledIn: FilledIn) => string
      : T[Name] extends Texts
        ? Worded<T[Name]>
        : T[Name]
}

/** The texts of a language in place of the English ones. */
export interface Translation {
  /** The texts of each area, by its name. */
  readonly areas: Readonly<Record<string, Texts>>
  readonly messages: Messages
}

/**
 * The messages that servers are known to send, with the words that are shown instead. `{0}` and so on stand for what
 * differs from message to message.
 */
export type Messages = Readonly<Record<string, string | ((...filledIn: string[]) => string)>>

/** The texts of English in other words. Missing ones stay English. */
export function worded<const T extends Texts>(english: T, translated: Texts | undefined): Worded<T>
export function worded(english: Texts, translated: Texts | undefined): Texts {
  const texts: Record<string, Texts[string]> = {}
  reword(texts, english, translated)
  return texts
}

/**
 * Writes texts of English in other words into `texts`. A group that is there stays the same object, for modules that
 * keep it. `onMissing` gets the dotted name of each text that stays English.
 */
export function reword(
  texts: Record<string, Texts[string]>,
  english: Texts,
  translated: Texts = {},
  onMissing: (name: string) => void = () => {},
): void {
  for (const [name, text] of Object.entries(english)) {
    const other = translated[name]
    if (typeof text === 'object') {
      const spoken = texts[name]
      const group = typeof spoken === 'object' ? spoken : {}
      reword(group, text, typeof other === 'object' ? other : {}, missing => onMissing(`${name}.${missing}`))
      texts[name] = group
    } else {
      const same = sameKind(text, other)
      if (same === undefined) onMissing(name)
      texts[name] = same ?? text
    }
  }
}

/** A text whose blanks a language has no need of is a plain one. */
function sameKind(text: Texts[string], other: Texts[string] | undefined): Texts[string] | undefined {
  if (typeof text === 'function' && typeof other === 'string') return () => other
  return typeof other === typeof text ? other : undefined
}
