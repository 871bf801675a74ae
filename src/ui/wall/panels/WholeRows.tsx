import {type ReactNode, useMemo, useState} from 'react'
import {fontFor, type MeasuredList, wholeRows} from '../../../domain/wall/panels/wholeRows'
import {useApplication} from '../../kit/application'
import {texts} from './texts'
import styles from './WholeRows.module.css'

interface Props {
  /** The number of rows that can be drawn. */
  count: number
  /** The number of rows that there are, if not all can be drawn. */
  total?: number
  lead?: ReactNode
  foot?: string
  /** Draws the first rows, each of which has `data-row`. */
  children?: (shown: number) => ReactNode
}

/**
 * A list that fills its panel: its text shrinks as far as it can be read, then as many whole rows are drawn as there is
 * room for, and the others are counted. The footnote always has room.
 */
export function WholeRows({count, total = count, lead, foot = '', children}: Props) {
  const {formats} = useApplication()
  const [shown, setShown] = useState(count)
  const drawn = Math.min(shown, count)
  const fit = useMemo(() => fittedByRows(element => setShown(fitted(element, count))), [count])
  const left = total - drawn
  const hasRows = children !== undefined && count > 0
  return (
    <div ref={fit} className={styles.list} data-none={(hasRows && drawn === 0) || undefined}>
      {lead !== undefined && lead !== '' && (
        <p className={styles.lead} data-around>
          {lead}
        </p>
      )}
      {hasRows && (
        <div className={styles.rows} data-rows>
          {children(Math.max(1, drawn))}
        </div>
      )}
      {(left > 0 || foot !== '') && (
        <p className={styles.foot} title={foot || undefined} data-around>
          {left > 0 && <b>{texts.more(formats.number(left))}</b>} {foot}
        </p>
      )}
    </div>
  )
}

/** A sentence in place of the contents of a panel. */
export const Message = ({children}: {children: string}) => <WholeRows count={0} lead={children} />

type OnFitted = (element: HTMLElement) => void

/** A reference by which an element is fitted when it is drawn, and when its size changes. */
export const fittedBy = (onFitted: OnFitted) => (element: HTMLElement | null) => {
  if (element === null) return undefined
  const refit = () => onFitted(element)
  refit()
  const resizes = new ResizeObserver(refit)
  resizes.observe(element)
  return () => resizes.disconnect()
}

/**
 * Fits also when rows come, go or get another size. A value is painted into them several times a second, and most often
 * leaves their sizes as they are: nothing is measured then.
 */
export const fittedByRows = (onFitted: OnFitted) => (element: HTMLElement | null) => {
  const stop = fittedBy(onFitted)(element)
  if (element === null) return undefined
  let frame = 0
  // A size that changed while sizes are reported would be reported as an error.
  const sizes = new ResizeObserver(() => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => onFitted(element))
  })
  const watch = () => {
    sizes.disconnect()
    for (const part of element.querySelectorAll(PARTS)) sizes.observe(part)
  }
  watch()
  const parts = new MutationObserver(() => {
    onFitted(element)
    watch()
  })
  parts.observe(element, {childList: true, subtree: true})
  return () => {
    stop?.()
    cancelAnimationFrame(frame)
    sizes.disconnect()
    parts.disconnect()
  }
}

const PARTS = '[data-row], [data-around]'

/** The least size of texts, in CSS pixels. */
const LEAST = 12
/** The height of a line, in letters. */
export const LINE = 1.35
const MAX_TRIES = 4

/** In letters. A slim list has fewer columns, and a narrow one has two lines a row. */
const WIDTHS = {slim: 34, narrow: 26}

/** Sizes the text of a list, and returns the number of its rows that have room. Where not all have, the footnote is a line. */
function fitted(element: HTMLElement, count: number): number {
  element.style.fontSize = ''
  element.toggleAttribute('data-short', false)
  const style = getComputedStyle(element)
  const most = Number.parseFloat(style.fontSize)
  const readable = Number.parseFloat(style.getPropertyValue('--readable')) || 0
  const least = Math.min(most, Math.max(LEAST, readable))
  let font = most
  sized(element, font)
  // Not everything shrinks alike: a footnote has a least size, and lines break elsewhere.
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const next = fontFor(measured(element, count), {least, most: font})
    if (next === font) break
    font = next
    sized(element, font)
  }
  const more = element.querySelector('[data-around]:last-child') === null ? font * LINE : 0
  let now = measured(element, count)
  // Only the room decides on the height of the footnote: if the rows that are drawn did, too, they would come and go.
  if (wholeRows(now, more) < count) {
    element.toggleAttribute('data-short', true)
    now = measured(element, count)
  }
  element.style.setProperty('--lines', String(Math.max(1, Math.floor(now.height / (font * LINE)))))
  return wholeRows(now, more)
}

function sized(element: HTMLElement, font: number) {
  element.style.fontSize = `${font}px`
  element.toggleAttribute('data-slim', element.clientWidth < WIDTHS.slim * font)
  element.toggleAttribute('data-narrow', element.clientWidth < WIDTHS.narrow * font)
}

function measured(element: HTMLElement, count: number): MeasuredList {
  const heightOf = (part: Element) => part.getBoundingClientRect().height
  const rows = [...element.querySelectorAll('[data-row]')].map(heightOf)
  const list = element.querySelector('[data-rows]')
  const around = [...element.querySelectorAll('[data-around]')].reduce((sum, part) => sum + heightOf(part), 0)
  const heads = list === null ? 0 : heightOf(list) - rows.reduce((sum, row) => sum + row, 0)
  return {height: element.clientHeight, around: around + heads, row: Math.max(0, ...rows), count}
}
