import {type CSSProperties, Fragment, memo, useCallback, useMemo} from 'react'
import type {Tile} from '../../../domain/wall/arrangement'
import type {Place} from '../../../domain/wall/packing'
import type {ShortWord} from '../../../domain/wall/tileNames'
import type {WallRef} from '../../../machines/wall/wall'
import spoken from '../../kit/text/Spoken.module.css'
import {texts} from '../texts'
import {keyText} from './paintedTile'
import type {Painter} from './painter'
import styles from './Tile.module.css'
import textStyles from './TileTexts.module.css'

interface Props {
  /** Its element's. */
  id: string
  tile: Tile
  wall: WallRef
  painter: Painter
  x: number
  y: number
  width: number
  height: number
  /** The parts of its name. */
  said: string
  start: string
  end: string
  short?: readonly ShortWord[]
  isOfKey: boolean
  /** The number of values that fit. */
  values: number
  /** Tells whether a canvas draws its texts, so that its own ones are only for screen readers. */
  isDrawn: boolean
  isFirst: boolean
  isOpen: boolean
}

/** The frame of a tile, which the painter fills. */
export const TileCell = memo(function TileCell(props: Props) {
  const {id, tile, wall, painter, x, y, width, height, said, start, end, short, isOfKey, values, isDrawn} = props
  const {isFirst, isOpen} = props
  const {device} = tile
  const hidden = tile.keys.slice(values)
  const open = () => wall.send({type: 'view.changed', change: {deviceId: isOpen ? null : device.id}, history: 'push'})
  const keys = useMemo(() => tile.keys.slice(0, values), [tile, values])
  const attach = useCallback(
    (element: HTMLElement | null) => (element === null ? undefined : painter.attach(tile, element, {keys, isOfKey})),
    [painter, tile, keys, isOfKey],
  )
  const place = useCallback(
    (element: HTMLElement | null) => {
      if (element !== null) painter.placed(tile, {x, y})
    },
    [painter, tile, x, y],
  )
  return (
    <li id={id} ref={attach} className={styles.tile} style={placeStyle({x, y, width, height})}>
      <button
        ref={place}
        type="button"
        className={styles.face}
        data-tile={tile.id}
        tabIndex={isFirst ? 0 : -1}
        aria-expanded={isOpen}
        aria-labelledby={isDrawn ? `${id}n ${id}v ${id}f` : undefined}
        title={titleOf(isOfKey ? `${device.name} · ${tile.keys[0]}` : device.name, hidden)}
        onClick={open}
      >
        <svg className={styles.shape} viewBox="0 0 12 12" aria-hidden="true">
          <path data-part="shape" />
        </svg>
        <bdi id={`${id}n`} className={textStyles.name}>
          {said !== '' && <span className={spoken.spoken}>{said}</span>}
          <span className={textStyles.start}>
            {start}
            {short?.map(({shown, mark, hidden, between}, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a word is its place
              <Fragment key={at}>
                {shown}
                {hidden !== '' && (
                  <span className={textStyles.cut} data-mark={mark}>
                    {hidden}
                  </span>
                )}
                {between}
              </Fragment>
            ))}
          </span>
          {end !== '' && <span>{end}</span>}
        </bdi>
        <span id={`${id}v`} className={textStyles.values} data-ink="text">
          {keys.map((key, at) => (
            <span key={key} className={textStyles.value}>
              <span className={textStyles.key}>{at === 0 ? keyText(key, hidden.length) : key} </span>
              <bdi className={textStyles.number} data-number>
                <span data-part="value" />
                <span className={textStyles.unit} data-part="unit" />
              </bdi>
            </span>
          ))}
        </span>
        <span id={`${id}f`} className={textStyles.foot} data-ink="dim">
          <span className={textStyles.word}>
            <span className={textStyles.said} data-part="said" />
            <span data-part="word" />
          </span>{' '}
          <span data-part="age" />
        </span>
      </button>
    </li>
  )
})

const titleOf = (name: string, hidden: readonly string[]): string =>
  hidden.length === 0 ? name : `${name}\n${texts.moreKeys(hidden.length)}: ${hidden.join(', ')}`

/** Hands a place to the styles, which ignore it in a list. */
export const placeStyle = ({x, y, width, height}: Place, size?: number): CSSProperties =>
  Object.fromEntries(
    Object.entries({x, y, width, height, size}).flatMap(([name, length]) =>
      length === undefined ? [] : [[`--${name}`, `${length}px`]],
    ),
  )
