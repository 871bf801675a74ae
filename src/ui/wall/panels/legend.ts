import type {Formats} from '../../../domain/format/formats'
import {partOf, write} from './painting'
import {texts} from './texts'

/** Leaves the entries of a legend in sight that have room as a whole, and counts the others. */
export function fitLegend(legend: HTMLElement, formats: Formats) {
  const more = partOf(legend, 'more')
  const entries = [...legend.querySelectorAll<HTMLElement>('[data-row]')]
  for (const entry of entries) entry.hidden = false
  write(more, '')
  for (let shown = entries.length - 1; shown >= 0 && legend.scrollHeight > legend.clientHeight + 1; shown--) {
    entries[shown]?.toggleAttribute('hidden', true)
    write(more, texts.more(formats.number(entries.length - shown)))
  }
}
