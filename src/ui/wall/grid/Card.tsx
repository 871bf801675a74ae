import {useSelector} from '@xstate/react'
import {memo, useCallback, useMemo} from 'react'
import {limitInUnit} from '../../../../contract/rules/format/values'
import {ageOf} from '../../../domain/format/age'
import type {Formats} from '../../../domain/format/formats'
import type {Tile} from '../../../domain/wall/arrangement'
import {cardFacts} from '../../../domain/wall/cardFacts'
import {type FittedName, fittedName} from '../../../domain/wall/nameFit'
import type {Place} from '../../../domain/wall/packing'
import type {Page} from '../../../domain/wall/page'
import type {WallRef, WallSnapshot} from '../../../machines/wall/wall'
import {useApplication} from '../../kit/application'
import {unitOf} from '../../telemetry/unitOf'
import {texts} from '../texts'
import styles from './Card.module.css'
import type {Painter} from './painter'
import {placeStyle} from './placeStyle'
import tileStyles from './Tile.module.css'
import {TileName} from './TileName'

interface Props extends FittedName, Place {
  /** Its element's. */
  id: string
  tile: Tile
  wall: WallRef
  painter: Painter
  font: number
  nameLines: number
  isFirst: boolean
  isOpen: boolean
}

/** A device that needs attention: its name, its place, and what is wrong since when. */
export const Card = memo(function Card({id, tile, wall, painter, font, nameLines, isFirst, isOpen, ...props}: Props) {
  const {shown, scale, ...place} = props
  const {device} = tile
  const [key] = tile.keys
  const keys = useMemo(() => tile.keys.slice(0, 1), [tile])
  const width = place.width - 2 * PADDING * font
  const attach = useCallback(
    (element: HTMLElement | null) => {
      const line = {x: 0, y: 0, width, height: 0, baseline: 0}
      const room = {value: line, valueSize: VALUE * font, isFootBeside: false}
      return element === null
        ? undefined
        : painter.attach(tile, element, {keys, isOfKey: false, label: '', measures: {room, font}})
    },
    [painter, tile, keys, width, font],
  )
  const open = () => wall.send({type: 'view.changed', change: {deviceId: isOpen ? null : device.id}, history: 'push'})
  return (
    <li id={id} ref={attach} className={`${tileStyles.tile} ${styles.card}`} style={placeStyle(place, font)} data-card>
      <button
        type="button"
        className={`${tileStyles.face} ${styles.face}`}
        data-tile={tile.id}
        tabIndex={isFirst ? 0 : -1}
        aria-expanded={isOpen}
        title={device.name}
        onClick={open}
      >
        <span className={styles.head} style={{minHeight: `${NAME_LINE * nameLines}em`}}>
          <svg className={`${tileStyles.shape} ${styles.shape}`} viewBox="0 0 12 12" aria-hidden="true">
            <path data-part="shape" />
          </svg>
          <TileName id={`${id}n`} name={device.name} shown={shown} scale={scale} />
        </span>
        <span className={styles.line} data-ink="dim">
          <KeyAndPlace name={key ?? ''} place={device.label ?? ''} width={width / font} />
        </span>
        <bdi className={styles.value} data-number data-ink="text">
          <span data-part="value" />
          <span className={styles.unit} data-part="unit" />
        </bdi>
        <span className={styles.line} data-ink="dim">
          <Facts wall={wall} tile={tile} />
        </span>
        <span className={`${styles.line} ${styles.foot}`} data-ink="dim">
          <span className={styles.words}>
            <span data-part="said" />
            <span data-part="word" />
          </span>
          <span data-part="age" />
        </span>
      </button>
    </li>
  )
})

/** In font sizes of the card. */
const PADDING = 0.5
const VALUE = 2.2
const SHAPE = 1.15
const NAME_LINE = 1.25

/** Returns the room of the names of the cards of a page. */
export function cardNameRoom({packing, cards}: Page) {
  const [card] = packing.tiles
  const width = card === undefined || cards.count === 0 ? 0 : card.width / cards.font - 2 * PADDING - SHAPE
  return {width, lines: cards.nameLines}
}

/** A part that has no room is left out whole, so that no word is cut. */
function KeyAndPlace({name, place, width}: {name: string; place: string; width: number}) {
  const [key, label] = [fittedName(name, {width, lines: 1}), fittedName(place, {width, lines: 1})]
  return (
    <>
      {name !== '' && <bdi style={{fontSize: `${key.scale}em`}}>{key.shown}</bdi>}
      {place !== '' && <bdi style={{fontSize: `${label.scale}em`}}>{label.shown}</bdi>}
    </>
  )
}

function Facts({wall, tile}: {wall: WallRef; tile: Tile}) {
  const {formats} = useApplication()
  const limit = useSelector(wall, snapshot => limitText(snapshot, tile, formats))
  const since = useSelector(wall, ({context: {board}}) => {
    const {since} = cardFacts(tile, board)
    return since === null ? '' : texts.card.since(ageOf(since, board.now))
  })
  return (
    <>
      {limit !== '' && <span>{limit}</span>}
      {since !== '' && <span>{since}</span>}
    </>
  )
}

function limitText({context: {board}, children: {devices}}: WallSnapshot, tile: Tile, formats: Formats): string {
  const {limit} = cardFacts(tile, board)
  const snapshot = devices?.getSnapshot()
  if (limit === null || snapshot === undefined) return ''
  return texts.card[limit.side](limitInUnit(formats, limit.value, unitOf(snapshot, tile.device.id, tile.keys[0] ?? '')))
}
