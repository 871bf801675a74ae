import type {Formats} from '../../../domain/format/formats'
import {partOf, write} from './painting'
import {texts} from './texts'

/** Leaves what has room as a whole in a legend: entries, the number of the others, and what is common to all. */
export function fitLegend(legend: HTMLElement, formats: Formats) {
  const [more, common] = [partOf(legend, 'more'), partOf(legend, 'common')]
  const isFull = () => legend.scrollHeight > legend.clientHeight + 1
  const entries = [...legend.querySelectorAll<HTMLElement>('[data-row]')]
  for (const entry of entries) entry.hidden = false
  common?.toggleAttribute('hidden', false)
  write(more, '')
  for (let shown = entries.length - 1; shown >= 0 && isFull(); shown--) {
    entries[shown]?.toggleAttribute('hidden', true)
    write(more, texts.more(formats.number(entries.length - shown)))
  }
  common?.toggleAttribute('hidden', isFull())
}
