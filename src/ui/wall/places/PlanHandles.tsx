import {useSelector} from '@xstate/react'
import type {KeyboardEvent, PointerEvent} from 'react'
import type {Direction} from '../../../domain/wall/layout/layout'
import type {PlanPanel} from '../../../domain/wall/panels/plan'
import {freeBoxes} from '../../../domain/wall/places/labels'
import {
  type DevicePlace,
  placed,
  type Spot,
  STEPS,
  sorted,
  stepped,
  unplaced,
  within,
} from '../../../domain/wall/places/plan'
import type {ComposeNews, ComposeRef} from '../../../machines/wall/compose'
import type {LoadPictures} from '../../../machines/wall/pictures'
import type {WallRef} from '../../../machines/wall/wall'
import {focusPanel} from '../compose/covers'
import {fittedBy} from '../panels/WholeRows'
import styles from './Handles.module.css'
import {PictureOf, Sheet} from './PictureOf'
import {spotStyle} from './PlanBody'
import {usePlaceOf} from './usePlaceOf'

interface Props {
  panel: PlanPanel
  wall: WallRef
  compose: ComposeRef
  pictures: LoadPictures
}

/** The plan of the selected panel, whose devices are moved by the pointer and by keys. Beside them the panel is taken. */
export function PlanHandles({panel, wall, compose, pictures}: Props) {
  const devices = useSelector(wall, s => s.context.board.devices)
  const placeOf = usePlaceOf(wall)
  if (panel.picture === '') return null
  const change = (places: readonly DevicePlace[], kind: 'deviceMoved' | 'deviceRemoved', deviceId: string) =>
    compose.send(placesChanged(panel, places, {kind, deviceId}))
  return (
    <div className={styles.handles}>
      <PictureOf wall={wall} pictures={pictures} picture={panel.picture}>
        {url => (
          <Sheet key={url} url={url}>
            <div ref={fittedBy(showNames)} className={styles.spots}>
              {sorted(panel.places, devices).here.map(({place, device: {id, name}}) => (
                <button
                  key={id}
                  type="button"
                  className={styles.handle}
                  style={spotStyle(place)}
                  data-handle={id}
                  aria-label={placeOf(panel, id)}
                  onPointerDown={event =>
                    dragPlace(event, spot => change(placed(panel.places, id, spot), 'deviceMoved', id))
                  }
                  onKeyDown={event => {
                    const direction = DIRECTIONS[event.key]
                    if (direction !== undefined) {
                      const step = event.shiftKey ? STEPS.large : STEPS.small
                      change(stepped(panel.places, id, direction, step), 'deviceMoved', id)
                    } else if (event.key === 'Delete' || event.key === 'Backspace') {
                      focusNext(event, panel.id)
                      change(unplaced(panel.places, id), 'deviceRemoved', id)
                    } else if (event.key === 'Escape') focusPanel(panel.id)
                    else return
                    event.preventDefault()
                  }}
                >
                  <span className={styles.dot} />
                  <bdi className={styles.name}>{name}</bdi>
                </button>
              ))}
            </div>
          </Sheet>
        )}
      </PictureOf>
    </div>
  )
}

/** Names lie upon no other name and no handle. One without room is shown while its handle is pointed at or focused. */
function showNames(spots: HTMLElement) {
  const handles = [...spots.querySelectorAll<HTMLElement>('[data-handle]')]
  const rooms = handles.map(handle => handle.getBoundingClientRect())
  const names = handles.map((handle, at) => {
    const {height, left, right} = (handle.querySelector('bdi') ?? handle).getBoundingClientRect()
    const {top, bottom} = rooms[at] ?? {top: 0, bottom: 0}
    return [
      {side: 'below', left, right, top: bottom, bottom: bottom + height},
      {side: 'above', left, right, top: top - height, bottom: top},
    ]
  })
  const shown = freeBoxes(names, rooms)
  handles.forEach((handle, at) => {
    handle.dataset.name = shown[at]?.side ?? 'none'
  })
}

/** Places as an event of the composer, which says what has happened to which device. */
export function placesChanged(
  panel: PlanPanel,
  places: readonly DevicePlace[],
  {kind, deviceId}: {kind: 'deviceAdded' | 'deviceMoved' | 'deviceRemoved'; deviceId: string},
) {
  const changed: PlanPanel = {...panel, places}
  const news: ComposeNews = {kind, deviceId, panel: changed}
  return {type: 'panel.changed', panel: changed, news} as const
}

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/** The neighbour of a handle that goes gets the focus, or the panel. */
function focusNext({currentTarget}: KeyboardEvent<HTMLElement>, panel: string) {
  const handles = [...(currentTarget.parentElement?.querySelectorAll<HTMLElement>('[data-handle]') ?? [])]
  const at = handles.indexOf(currentTarget)
  const next = handles[at + 1] ?? handles[at - 1]
  if (next === undefined) focusPanel(panel)
  else next.focus()
}

/** Lets a handle follow the pointer or the finger. Where it is let go, is one step to undo. */
function dragPlace(down: PointerEvent<HTMLElement>, onPlaced: (spot: Spot) => void) {
  const {currentTarget: handle, pointerId, clientX, clientY} = down
  const sheet = handle.parentElement
  if (down.button !== 0 || sheet === null) return
  const {left, top, width, height} = sheet.getBoundingClientRect()
  const box = handle.getBoundingClientRect()
  // A handle is taken where the pointer is, not in its middle.
  const offset = {x: clientX - (box.left + box.width / 2), y: clientY - (box.top + box.height / 2)}
  const before = handle.getAttribute('style') ?? ''
  let spot: Spot | null = null
  const listening = new AbortController()
  const {signal} = listening
  const move = (event: globalThis.PointerEvent) => {
    if (event.pointerId !== pointerId) return
    spot = within({x: (event.clientX - offset.x - left) / width, y: (event.clientY - offset.y - top) / height})
    handle.style.left = `${spot.x * 100}%`
    handle.style.top = `${spot.y * 100}%`
  }
  const end = (isPlaced: boolean) => {
    listening.abort()
    if (spot === null) return
    if (isPlaced) onPlaced(spot)
    else handle.setAttribute('style', before)
  }
  handle.setPointerCapture(pointerId)
  handle.addEventListener('pointermove', move, {signal})
  handle.addEventListener('pointerup', () => end(true), {signal})
  handle.addEventListener('pointercancel', () => end(false), {signal})
}
