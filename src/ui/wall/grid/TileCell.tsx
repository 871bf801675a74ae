import {type CSSProperties, memo, useId} from 'react'
import type {Tile} from '../../../domain/wall/arrangement'
import type {Place} from '../../../domain/wall/packing'
import type {WallRef} from '../../../machines/wall/wall'
import type {Painter} from './painter'
import styles from './Tile.module.css'

interface Props {
  tile: Tile
  wall: WallRef
  painter: Painter
  x: number
  y: number
  width: number
  height: number
  isOfKey: boolean
  /** How many lines of values there is room for. Without any, one value stands beside the age. */
  values: number
  /** Whether what it says is drawn on a canvas, so that its own texts are only told by screen readers. */
  isDrawn: boolean
  isFirst: boolean
  isOpen: boolean
}

/** The frame of a tile, which the painter fills. */
export const TileCell = memo(function TileCell(props: Props) {
  const {tile, wall, painter, x, y, width, height, isOfKey, values, isDrawn, isFirst, isOpen} = props
  const shown = tile.keys.slice(0, Math.max(1, values))
  const {id, name} = tile.device
  const labelled = useId()
  const open = () => wall.send({type: 'view.changed', change: {deviceId: isOpen ? null : id}, history: 'push'})
  return (
    <li
      ref={element => (element === null ? undefined : painter.attach(tile, element, {x, y, isOfKey}))}
      className={styles.tile}
      style={placeStyle({x, y, width, height})}
    >
      <button
        type="button"
        className={styles.face}
        data-tile={tile.id}
        tabIndex={isFirst ? 0 : -1}
        aria-expanded={isOpen}
        aria-labelledby={isDrawn ? `${labelled}n ${labelled}v ${labelled}f` : undefined}
        title={isOfKey ? `${name} · ${tile.keys[0]}` : name}
        onClick={open}
      >
        <svg className={styles.shape} viewBox="0 0 12 12" aria-hidden="true">
          <path data-part="shape" />
        </svg>
        <bdi id={`${labelled}n`} className={styles.name}>
          {name}
        </bdi>
        <span id={`${labelled}v`} className={styles.values} data-ink="text" data-inline={values === 0 || undefined}>
          {shown.map(key => (
            <span key={key} className={styles.value}>
              <span className={styles.key}>{key}</span> <bdi data-part="value" data-number />
            </span>
          ))}
        </span>
        <span id={`${labelled}f`} className={styles.foot} data-ink="dim">
          <span className={styles.word}>
            <span className={styles.said} data-part="said" />
            <span data-part="word" />
          </span>{' '}
          <span data-part="age" />
        </span>
      </button>
    </li>
  )
})

/** Hands a place to the styles, which ignore it in a list. */
export const placeStyle = ({x, y, width, height}: Place, size?: number): CSSProperties =>
  Object.fromEntries(
    Object.entries({x, y, width, height, size}).flatMap(([name, length]) =>
      length === undefined ? [] : [[`--${name}`, `${length}px`]],
    ),
  )
