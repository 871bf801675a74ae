import type {PointerEvent} from 'react'
import {COLUMNS} from '../../../domain/wall/layout/layout'
import type {Panel} from '../../../domain/wall/panels/panels'
import type {ComposeRef} from '../../../machines/wall/compose'

/** A click with a trembling hand is no move. */
const LEAST = 4

/** Lets a panel follow the pointer until it is released. On a phone panels form a list and have no places. */
export function dragged(down: PointerEvent<HTMLElement>, compose: ComposeRef, panel: Panel, how: 'move' | 'resize') {
  const {currentTarget: target, pointerId, clientX, clientY} = down
  const item = target.closest('li')
  const list = item?.parentElement
  if (down.button !== 0 || !item || !list || getComputedStyle(list).display !== 'grid') return
  const gap = Number.parseFloat(getComputedStyle(list).columnGap) || 0
  const cell = {
    width: (list.clientWidth + gap) / COLUMNS,
    height: (item.clientHeight + gap) / panel.h,
  }
  const {id, x, y, w, h} = panel
  let isHeld = false
  let last = ''
  const listening = new AbortController()
  const {signal} = listening
  const move = (event: globalThis.PointerEvent) => {
    if (event.pointerId !== pointerId) return
    const [right, down] = [event.clientX - clientX, event.clientY - clientY]
    if (!isHeld && Math.hypot(right, down) < LEAST) return
    if (!isHeld) compose.send({type: 'hold.began', id})
    isHeld = true
    const [columns, rows] = [Math.round(right / cell.width), Math.round(down / cell.height)]
    if (last === `${columns} ${rows}`) return
    last = `${columns} ${rows}`
    const rect = how === 'move' ? {x: x + columns, y: y + rows} : {w: Math.min(w + columns, COLUMNS - x), h: h + rows}
    compose.send({type: 'hold.moved', id, rect})
  }
  const end = (type: 'hold.ended' | 'hold.cancelled') => () => {
    listening.abort()
    if (isHeld) compose.send({type})
  }
  target.setPointerCapture(pointerId)
  target.addEventListener('pointermove', move, {signal})
  target.addEventListener('pointerup', end('hold.ended'), {signal})
  target.addEventListener('pointercancel', end('hold.cancelled'), {signal})
}
