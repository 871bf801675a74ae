import type {EpochMs} from '../../wire/common'
import {isZone} from '../time/localTime'
import {DAY_MINUTES, duePieces, type Schedule, turnsOf} from '../time/schedule'
import {type DayPart, lookUp, type Timed} from '../time/timetable'

/** Why a screen plays what it plays. A fallback is that of one of its groups, or of its organisation; null where it does not say. */
export type Why = {kind: 'emergency'} | {kind: 'ownList'} | {kind: 'fallback'; of: FallbackOf | null}

export type FallbackOf = {kind: 'group'; name: string} | {kind: 'organisation'}

/** Null is always. */
interface Planned {
  schedule: Schedule | null
}

/** Items that a screen plays when no stronger layer has one that is due. */
export interface Layer<Item> {
  why: Why
  items: readonly Item[]
}

/** The layers of a screen, the strongest first. */
export type Layers<Item> = readonly Layer<Item>[]

/** The items that are due, and why these. Without any, `why` is null. `until` is when the answer changes next. */
export interface WhatPlays<Item> {
  items: readonly Item[]
  why: Why | null
  until: EpochMs | null
}

export const ownList = <Item>(items: readonly Item[]): Layer<Item> => ({why: {kind: 'ownList'}, items})

/** What a screen in `zone` is to play at `at`. In a zone that does not exist there are no hours: then the answer is null. */
export const whatPlays = <Item extends Planned>(
  layers: Layers<Item>,
  zone: string | null,
  at: EpochMs,
): WhatPlays<Item> | null => {
  const always = layers.find(({items}) => items.length > 0)
  if (always === undefined) return NOTHING
  if (layers.every(({items}) => items.every(({schedule}) => schedule === null))) return {...always, until: null}
  return zone !== null && isZone(zone) ? whatPlaysIn(layers, zone)(at) : null
}

const NOTHING = {items: [], why: null, until: null}

/** The same for many times, which is fast when they are in order. */
export function whatPlaysIn<Item extends Planned>(
  layers: Layers<Item>,
  zone: string,
): (at: EpochMs) => WhatPlays<Item> {
  const answers = new Map<string, Answer<Item>>()
  const look = lookUp({partsOf: day => partsOf(layers, day, answers), turns: turnsOf(allOf(layers))}, zone)
  let last: {timed: Timed<Answer<Item>>; plays: WhatPlays<Item>} | null = null
  return at => {
    const timed = look(at)
    if (last?.timed !== timed) last = {timed, plays: {...timed.value, until: timed.until}}
    return last.plays
  }
}

type Answer<Item> = Omit<WhatPlays<Item>, 'until'>

const allOf = <Item extends Planned>(layers: Layers<Item>) =>
  layers.flatMap(({items}) => items.map(({schedule}) => schedule))

/** The answers of a day. An answer is the same object whenever the same items are due. */
function partsOf<Item extends Planned>(layers: Layers<Item>, day: number, answers: Map<string, Answer<Item>>) {
  const due = layers.map(({items}) => new Uint8Array(items.length))
  const changes = [...changesOf(layers, day)].sort((one, other) => one.minute - other.minute)
  const parts: DayPart<Answer<Item>>[] = []
  let next = 0
  for (let from = 0; ; ) {
    for (let change = changes[next]; change?.minute === from; change = changes[++next]) {
      const flags = due[change.layer]
      if (flags !== undefined) flags[change.item] = (flags[change.item] ?? 0) + change.by
    }
    parts.push({from, value: answerNow()})
    const change = changes[next]
    if (change === undefined || change.minute >= DAY_MINUTES) return parts
    from = change.minute
  }

  function answerNow(): Answer<Item> {
    const at = due.findIndex(flags => flags.includes(1))
    const [layer, flags] = [layers[at], due[at]]
    const key = flags === undefined ? '' : `${at}:${String.fromCharCode(...flags)}`
    const known = answers.get(key)
    if (known !== undefined) return known
    const answer = {items: layer?.items.filter((_, index) => flags?.[index] === 1) ?? [], why: layer?.why ?? null}
    answers.set(key, answer)
    return answer
  }
}

/** When items begin and cease to be due on a day: their number of pieces that are due changes `by` one. */
function* changesOf<Item extends Planned>(layers: Layers<Item>, day: number) {
  for (let layer = 0; layer < layers.length; layer++) {
    const items = layers[layer]?.items ?? []
    for (let item = 0; item < items.length; item++) {
      for (const {start, end} of duePieces(items[item]?.schedule ?? null, day)) {
        yield {minute: start, layer, item, by: 1}
        yield {minute: end, layer, item, by: -1}
      }
    }
  }
}
