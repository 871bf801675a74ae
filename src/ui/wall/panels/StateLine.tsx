import {figureRoom} from '../../../domain/wall/fitting'
import {WALL_SHAPES} from '../grid/StatusShape'
import {partOf, type SeriesFace, write} from './painting'
import styles from './StateLine.module.css'

/** The remark on a value, in the element that has its state. */
export const StateLine = () => (
  <p className={styles.state}>
    <svg className={styles.shape} viewBox="0 0 12 12" aria-hidden="true">
      <path />
    </svg>
    <span data-part="word" />
    <span data-part="age" />
  </p>
)

/** Paints a value with its state. */
export function faceOn(element: HTMLElement): (face: SeriesFace) => void {
  const shape = element.querySelector(`.${styles.shape} path`)
  const parts = ['value', 'unit', 'word', 'age'].map(name => partOf(element, name))
  return face => {
    const texts = [face.value, face.unit, face.word, face.age]
    texts.forEach((text, at) => {
      write(parts[at] ?? null, text)
    })
    const room = figureRoom(face)
    element.style.setProperty('--letters', String(room.letters))
    element.toggleAttribute('data-text', room.isText)
    element.toggleAttribute('data-unit-below', room.isUnitBelow)
    element.dataset.freshness = face.freshness
    element.dataset.severity = face.severity ?? ''
    const status = face.severity ?? (face.freshness === 'fresh' || face.word === '' ? 'fresh' : face.freshness)
    shape?.setAttribute('d', WALL_SHAPES[status])
    shape?.parentElement?.toggleAttribute('hidden', face.word === '')
  }
}
