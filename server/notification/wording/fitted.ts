import {cut} from '../../../contract/rules/text'
import type {EmailText} from '../../mail/repository'

interface Limits {
  /** The longest text, as `sizeOf` counts. */
  most: number
  /** The number of all items, listed or not. */
  total: number
  escaped?: (text: string) => string
  sizeOf?: (text: string) => number
  separator?: string
  /** The line below all others, which is never left out. It is written as it is. */
  last?: string | undefined
}

const LINE_LENGTH = 400

/** The lines of a message that fit, with the number of the others. */
export function fitted({before, list = []}: Pick<EmailText, 'before' | 'list'>, limits: Limits): string {
  const {most, total, escaped = text => text, sizeOf = text => text.length, separator = '\n', last} = limits
  const lines = (texts: readonly string[]) => texts.map(text => escaped(cut(oneLine(text), LINE_LENGTH)))
  const [intro, listed] = [lines(before), lines(list)]
  for (let count = listed.length; ; count--) {
    const unlisted = total - count
    const more = unlisted > 0 ? [escaped(`… and ${unlisted} more`)] : []
    const text = [...intro, ...listed.slice(0, count), ...more, ...(last ? [last] : [])].join(separator)
    if (sizeOf(text) <= most || count <= 0) return text
  }
}

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
