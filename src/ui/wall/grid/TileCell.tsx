import {memo, useCallback, useMemo} from 'react'
import type {Tile} from '../../../domain/wall/arrangement'
import {type FittedName, fittedName} from '../../../domain/wall/nameFit'
import type {TileRoom} from '../../../domain/wall/tileRoom'
import type {WallRef} from '../../../machines/wall/wall'
import {texts} from '../texts'
import {keyText} from './paintedTile'
import type {Painter} from './painter'
import {placeStyle} from './placeStyle'
import tileStyles from './Tile.module.css'
import {TileName} from './TileName'
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
  shown: FittedName['shown']
  scale: FittedName['scale']
  isOfKey: boolean
  /** The number of values that fit, and the room of the key of the first one, in font sizes. */
  values: number
  keyWidth: number
  /** Whether the head of its group names that key. */
  isKeySaid: boolean
  /** Tells whether a canvas draws its texts, so that its own ones are only for screen readers. */
  isDrawn: boolean
  isFirst: boolean
  isOpen: boolean
}

/** The frame of a tile, which the painter fills. */
export const TileCell = memo(function TileCell(props: Props) {
  const {id, tile, wall, painter, x, y, width, height, shown, scale, isOfKey, values, keyWidth, isDrawn} = props
  const {isKeySaid, isFirst, isOpen} = props
  const {device} = tile
  const hidden = tile.keys.slice(values)
  const open = () => wall.send({type: 'view.changed', change: {deviceId: isOpen ? null : device.id}, history: 'push'})
  const keys = useMemo(() => tile.keys.slice(0, values), [tile, values])
  const label = isKeySaid ? '' : keyText(tile.keys[0] ?? '', hidden.length)
  const attach = useCallback(
    (element: HTMLElement | null) =>
      element === null ? undefined : painter.attach(tile, element, {keys, isOfKey, label, measures: null}),
    [painter, tile, keys, isOfKey, label],
  )
  const place = useCallback(
    (element: HTMLElement | null) => {
      if (element !== null) painter.placed(tile, {x, y})
    },
    [painter, tile, x, y],
  )
  return (
    <li id={id} ref={attach} className={tileStyles.tile} style={placeStyle({x, y, width, height})}>
      <button
        ref={place}
        type="button"
        className={tileStyles.face}
        data-tile={tile.id}
        tabIndex={isFirst ? 0 : -1}
        aria-expanded={isOpen}
        aria-labelledby={isDrawn ? `${id}n ${id}v ${id}f` : undefined}
        title={titleOf(isOfKey ? `${device.name} · ${tile.keys[0]}` : device.name, hidden)}
        onClick={open}
      >
        <svg className={tileStyles.shape} viewBox="0 0 12 12" aria-hidden="true">
          <path data-part="shape" />
        </svg>
        <TileName id={`${id}n`} name={device.name} shown={shown} scale={scale} />
        <span id={`${id}v`} className={textStyles.values} data-ink="text">
          {keys.map((key, at) => (
            <span key={key} className={textStyles.value}>
              <KeyName text={at === 0 ? label : key} width={at === 0 ? keyWidth : keyWidth / 2} />{' '}
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

/** The name of a key in letters that have room. */
function KeyName({text, width}: {text: string; width: number}) {
  const {shown, scale} = fittedName(text, {width, lines: 1})
  return (
    <span className={textStyles.key}>
      <bdi style={{fontSize: `${scale}em`}}>{shown}</bdi>
    </span>
  )
}

/** Returns the width of the room of a key's name, in font sizes. */
export function keyWidthOf({key, value, foot, keyPlace}: TileRoom, font: number): number {
  if (keyPlace === 'foot') return (foot?.width ?? 0) / font - AGE_WIDTH
  if (keyPlace === 'above') return (key?.width ?? 0) / font
  return (value?.width ?? 0) / font / 2
}

/** The longest age, with the distance to it. */
const AGE_WIDTH = 3.4

const titleOf = (name: string, hidden: readonly string[]): string =>
  hidden.length === 0 ? name : `${name}\n${texts.moreKeys(hidden.length)}: ${hidden.join(', ')}`
