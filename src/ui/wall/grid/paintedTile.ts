import type {EpochMs, Milliseconds} from '../../../../contract/wire/common'
import {ageOf} from '../../../domain/format/age'
import type {Formats} from '../../../domain/format/formats'
import type {Attention} from '../../../domain/telemetry/devices/marks'
import {listedParts} from '../../../domain/telemetry/format'
import type {Tile} from '../../../domain/wall/arrangement'
import {isNormal} from '../../../domain/wall/conditions'
import {type Face, faceOf} from '../../../domain/wall/faces'
import {scaleOf, widthOf} from '../../../domain/wall/fitting'
import type {TileRoom} from '../../../domain/wall/tileRoom'
import type {WallSnapshot} from '../../../machines/wall/wall'
import {unitOf} from '../../telemetry/unitOf'
import {texts} from '../texts'
import type {TileTexts} from './drawnTexts'
import {HIDDEN_SHAPE, WALL_SHAPES} from './StatusShape'

export interface PaintedTile {
  id: string
  element: HTMLElement
  /** Writes the differences to the present texts. Returns whether there were any. */
  paint(snapshot: WallSnapshot): boolean
  /** Gives the first value the size that it has room for. */
  rescale(): void
  /** Returns the present texts. */
  texts(): TileTexts
  /** Returns the inputs of its colours. */
  look(): string
}

export interface Shown {
  /** The keys whose values it shows. */
  keys: readonly string[]
  isOfKey: boolean
  /** The name of the first key, as far as it is written. */
  label: string
  /** Its own room; null where it is that of all tiles. */
  measures: Measures | null
}

/** The room of the first value, and the font size of the other texts. */
export interface Measures {
  room: Pick<TileRoom, 'value' | 'valueSize' | 'isFootBeside'> | null
  font: number
}

interface Options extends Omit<Shown, 'measures'> {
  formats: Formats
  measures(): Measures
}

/** One tile, which is looked at only when something of it may have changed. */
export function paintedTile(tile: Tile, element: HTMLElement, options: Options): PaintedTile {
  const {keys, isOfKey, formats, measures} = options
  const part = (name: string) => element.querySelector<HTMLElement>(`[data-part="${name}"]`)
  const shape = element.querySelector('path')
  const [said, word, age] = [textIn(part('said')), textIn(part('word')), textIn(part('age'))]
  const values = [...element.querySelectorAll<HTMLElement>('[data-number]')].map(number => {
    const inside = (name: string) => textIn(number.querySelector<HTMLElement>(`[data-part="${name}"]`))
    return {value: inside('value'), unit: inside('unit')}
  })
  const large = element.querySelector<HTMLElement>('[data-number]')
  let scale = 1
  /** When it last needed to be so small. */
  let neededAt = 0
  const deviceId = tile.device.id
  let look = ''
  let before: unknown[] = []

  /**
   * A text that got longer gets smaller at once, and larger again only after a pause: each change is laid out, and draws
   * the eye.
   */
  function rescale(now: EpochMs | null) {
    const {room, font} = measures()
    const [first] = values
    if (first === undefined || !room?.value || large === null) return
    const taken = room.isFootBeside ? (widthOf(age.text()) + GAP) * font : 0
    const least = Math.min(1, font / room.valueSize)
    const next = scaleOf(first.value.text(), first.unit.text(), (room.value.width - taken) / room.valueSize, least)
    if (next > scale && now !== null && Math.abs(now - neededAt) < GROWING_PAUSE) return
    neededAt = now ?? 0
    if (next === scale) return
    scale = next
    large.style.setProperty('--scale', String(scale))
  }

  return {
    id: tile.id,
    element,
    rescale: () => rescale(null),
    texts: () => ({
      values: values.map(({value, unit}, at) => ({
        key: at === 0 ? options.label : (keys[at] ?? ''),
        text: value.text(),
        unit: unit.text(),
      })),
      scale,
      said: said.text(),
      word: word.text(),
      age: age.text(),
    }),
    look: () => look,
    paint({context: {board}, children}) {
      const devices = children.devices?.getSnapshot()
      const {now, link, conditions, readings, maintenance, unusual} = board
      const [condition, known] = [conditions.get(deviceId), readings.get(deviceId)]
      const present = [now, link, condition, known, maintenance, unusual, devices?.context.units]
      if (devices === undefined || present.every((each, at) => each === before[at])) return false
      before = present
      const face = faceOf(tile, board, isOfKey)
      const next = lookOf(face)
      let isChanged = next !== look
      if (isChanged) {
        look = next
        element.dataset.status = face.status
        element.dataset.severity = face.severity ?? ''
        element.dataset.freshness = face.freshness
        element.dataset.attention = face.attention ?? ''
        element.dataset.unusual = face.isUnusual ? 'true' : ''
        shape?.setAttribute('d', shapeOf(face))
        if (shape !== null) shape.dataset.shape = face.severity ?? face.status
        const [first = '', ...others] = wordsOf(face)
        said.write(others.length === 0 ? '' : `${first}, `)
        word.write(others.length === 0 ? first : others.join(', '))
      }
      values.forEach((value, at) => {
        const [key, reading] = [keys[at], face.readings[at]]
        if (key === undefined) return
        const {text, unit} = reading ? listedParts(formats, reading.value, unitOf(devices, deviceId, key)) : NO_VALUE
        isChanged = value.value.write(text) || isChanged
        isChanged = value.unit.write(unit) || isChanged
      })
      isChanged = age.write(face.seenAt === null ? '' : ageOf(face.seenAt, now)) || isChanged
      if (isChanged) rescale(now)
      return isChanged
    },
  }
}

/** Returns the name of the first key, with the number of others that have no room. */
export const keyText = (key: string, hidden: number): string => (hidden > 0 ? `${key} +${hidden}` : key)

const GROWING_PAUSE: Milliseconds = 30_000
const NO_VALUE = {text: '–', unit: ''}
/** Between a value and the age beside it, in font sizes. */
const GAP = 0.4

const lookOf = ({status, severity, attention, freshness, isUnusual}: Face): string =>
  `${status} ${severity} ${attention} ${freshness} ${isUnusual}`

const HIDING: readonly unknown[] = ['shelved', 'outOfService', 'maintenance'] satisfies Attention[]
const isHidden = ({attention}: Face): boolean => HIDING.includes(attention)

/** A hidden alarm looks calm, but not as if there were nothing. */
const shapeOf = (face: Face): string =>
  isHidden(face) && isNormal(face.status) ? HIDDEN_SHAPE : WALL_SHAPES[face.severity ?? face.status]

function wordsOf({status, severity, attention, freshness, isUnusual}: Face): string[] {
  const isSaidOtherwise = severity === null && isNormal(status) && (attention !== null || isUnusual)
  const words = isSaidOtherwise ? [] : [texts.statuses[severity ?? status]]
  if (attention !== null) words.push(texts.attentions[attention])
  if (isUnusual) words.push(texts.unusual)
  if (severity !== null && status !== severity) words.push(texts.statuses[status])
  else if (status === 'critical' && freshness === 'late') words.push(texts.statuses.late)
  return words.filter(word => word !== '')
}

/** Returns a function that writes a text into an element, unless it is there already, and then returns true. */
function textIn(element: HTMLElement | null) {
  const node = document.createTextNode('')
  element?.replaceChildren(node)
  let written = ''
  return {
    text: () => written,
    write(text: string): boolean {
      if (text === written) return false
      written = text
      node.data = text
      return true
    },
  }
}
